// What happens in the page, told to the modules that show it or act on it:
//
//	leave  another position will be shown
//	show   the view has changed; the detail says how: see show in state.js
//	enter  another position is shown
//	found  a search has news of it
//	other  the game will be another one, or have lost moves
//	played a move was played
//	over   the game has ended just now
//	solve  a puzzle is to be begun: the detail
//	theme  the page looks otherwise
//	pick   a piece in hand was chosen
const hearers = new Map();

// on lets hear be called with the detail whenever something happens.
export function on(what, hear) {
  if (!hearers.has(what)) hearers.set(what, []);
  hearers.get(what).push(hear);
}

export function tell(what, detail) {
  for (const hear of hearers.get(what) ?? []) hear(detail);
}
