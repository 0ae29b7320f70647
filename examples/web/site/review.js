// The graph of a game and its bad moves.

// showReview shows a review of a tree (see review in internal/protocol) in an element for the
// graph and one for the list, or hides them if there is none. onSelect is called with the node
// of a move that is clicked, or with the root.
export function showReview(graph, list, review, tree, onSelect) {
  graph.toggleAttribute('hidden', !review);
  list.hidden = !review;
  if (!review) return;
  const { points, flaws } = review;
  const line = [tree.root, ...tree.main()];
  const x = (ply) => 400 * ply / Math.max(points.length - 1, 1);
  const y = ({ chance }) => 100 - chance;
  const edge = points.map((p, ply) => `${x(ply)},${y(p)}`).join(' ');
  graph.replaceChildren(
    shape('polygon', { class: 'white', points: `0,100 ${edge} 400,100` }),
    shape('line', { class: 'middle', x1: 0, y1: 50, x2: 400, y2: 50 }),
    ...points.flatMap((p, ply) => (p.flaw ? [shape('path', { class: p.flaw, d: `M${x(ply)} ${y(p)}h0` })] : [])),
  );
  const at = line.indexOf(tree.node);
  if (at >= 0) graph.append(shape('line', { class: 'now', x1: x(at), y1: 0, x2: x(at), y2: 100 }));
  graph.onclick = (e) => {
    const box = graph.getBoundingClientRect();
    onSelect(line[Math.round((points.length - 1) * (e.clientX - box.left) / box.width)]);
  };
  list.replaceChildren(...flaws.map((f) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.textContent = f.move;
    button.addEventListener('click', () => onSelect(line[f.ply]));
    item.append(button, ` ${f.text}`);
    return item;
  }));
}

function shape(name, attributes) {
  const s = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) s.setAttribute(key, value);
  return s;
}
