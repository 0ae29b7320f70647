// The words of the page in the language of the user. The page is written in English; another language
// is a file of its own, from the English words, with {} where something is filled in, to its own.
const languages = { en: 'English', de: 'Deutsch' };
const { documentElement: root } = document;

let chosen = '';
try {
  chosen = localStorage.getItem('language') ?? '';
} catch { /* nothing was chosen */ }

export const language = [chosen, ...navigator.languages].map((l) => l.slice(0, 2)).find((l) => l in languages) ?? 'en';
const words = { __proto__: null, ...(language !== 'en' && (await import(`./${language}.js`)).default) };

// t returns a text in the language: t('New game'), or t`${n} games`. Numbers are written as in the
// language.
export function t(text, ...values) {
  const key = typeof text === 'string' ? text : text.join('{}');
  const shown = values.map((v) => (typeof v === 'number' ? v.toLocaleString(language) : v));
  let next = 0;
  const own = words[key] ?? key;
  return shown.length > 0 ? own.replace(/\{(\d?)\}/g, (_, n) => shown[n || next++]) : own;
}

// told returns a sentence of the library in the language, as a whole or by its parts, such as
// "White: knight takes pawn, check"; or as it is, if there is a word that the language lacks. What is
// quoted stays, and so do lists of what can be typed.
export function told(text) {
  const own = words[text] ?? text.replace(parts, (part, stays) => stays ?? phrase(part));
  return own.includes(missing) ? text : own;
}

const parts = /("(?:\\.|[^"\\])*"|(?<=\bwant )[\w-]+(?:, [\w-]+)+|(?<=\bits \w+: )[^;.]+)|want(?= [\w-]+,)|[^\s:.,;"](?:[^:.,;"]*[^\s:.,;"])?/g;

// phrase returns words in the language, as many of them at once as it knows, and moves.
function phrase(text) {
  const all = text.split(' ');
  const own = [];
  while (all.length > 0) {
    let n = all.length;
    while (n > 1 && !(all.slice(0, n).join(' ') in words)) n--;
    const next = all.splice(0, n).join(' ');
    own.push(words[next] ?? (/^[A-Za-z][a-z]+$/.test(next) ? missing : san(next)));
  }
  return own.filter(Boolean).join(' ');
}

const missing = '\0'; // a word that is in no language
const letters = t('KQRBN');

// san returns moves with the letters that the pieces have in the language.
export const san = (moves) => moves.replace(/[KQRBN]/g, (letter) => letters['KQRBN'.indexOf(letter)]);

// opening returns the name of an opening, such as "B90 Sicilian Defense: Najdorf Variation": each part
// as a whole, or by what follows a name, or as it is.
export const opening = (name) => name.replace(/(?<=^|^\w\d\d |[:,] )(?!\w\d\d )[^:,]+/g, named);

function named(part) {
  const [, name, kind] = part.match(/^(\S+)( .+)/) ?? [];
  const own = words[part] ?? words[`{}${kind}`]?.replace('{}', () => name.split('-').map(properName).join('-'));
  return own?.includes(missing) === false ? own : part;
}

// properName returns the name of a person or a place in the language.
function properName(name) {
  const plain = name.replace(/'s?$/, '');
  return words[`${plain}-`] ?? (noNames.has(plain) ? missing : plain.replace(/.*\d$/, san));
}

const noNames = new Set(words['no name']?.split(' '));

// What index.html says.
if (language !== 'en') {
  root.lang = language;
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.trim().replace(/\s+/g, ' ');
      if (words[text]) node.data = node.data.replace(/\S(.*\S)?/s, words[text]);
    } else {
      for (const name of ['aria-label', 'title', 'placeholder', 'data-empty']) {
        if (node.hasAttribute(name)) node.setAttribute(name, t(node.getAttribute(name)));
      }
    }
  }
}

const field = document.getElementById('language');
for (const [name, own] of Object.entries(languages)) field.add(new Option(own, name));
field.value = chosen;
field.addEventListener('change', () => {
  try {
    localStorage.setItem('language', field.value);
  } catch { /* the browser keeps nothing */ }
  location.reload();
});
