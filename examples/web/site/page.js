// The elements of the page: finding them, and what all of them have in common.
import { ask } from './library.js';

export const $ = (id) => document.getElementById(id);

export function onClick(id, action) {
  $(id).addEventListener('click', action);
}

export function onSubmit(id, action) {
  $(id).addEventListener('submit', (e) => {
    e.preventDefault();
    action(e.target);
  });
}

// attempt calls action, and shows the message of its error, if any, at place, where it can be seen.
export function attempt(place, action) {
  $(place).textContent = '';
  try {
    action();
  } catch (error) {
    $(place).textContent = error.message;
    $(place).scrollIntoView({ block: 'nearest' });
  }
}

const longest = 160; // letters of a message beside a field

// accepts reports whether the library accepts the text of a field; otherwise it shows why
// not, beside the field.
export function accepts(field, what, question) {
  try {
    ask(what, question);
    field.setCustomValidity('');
  } catch (error) {
    const { message } = error; // it may list all settings
    field.setCustomValidity(message.length > longest ? `${message.slice(0, longest)}…` : message);
  }
  return field.reportValidity();
}

// announce sends a text to screen readers.
export function announce(text) {
  $('live').textContent = upper(text.trim());
}

export const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// count returns a large number as people read it.
export function count(n) {
  if (n < 1000) return String(Math.round(n));
  return n < 1e6 ? `${(n / 1e3).toFixed(n < 1e4 ? 1 : 0)} k` : `${(n / 1e6).toFixed(1)} M`;
}
