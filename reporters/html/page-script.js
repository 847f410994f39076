// The script of the report and of the trend page, inlined as a module: filters and search, colours, copying, and links that
// open what they lead to. Everything it works on is in the page already; controls that need it are hidden until it runs.

const find = (selector) => document.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

for (const control of all('[data-needs-script]')) control.hidden = false;

const say = (message) => {
  const place = find('#page-message');
  if (place) place.textContent = message;
};

// Colours.

const themes = find('#page-theme');
const themeKey = 'bfc-colours';

/** Calls a function of the storage, which throws where a page may keep nothing. */
function withStorage(act) {
  try {
    return act(window.localStorage);
  } catch {
    return null;
  }
}

function applyTheme(name) {
  if (name === '') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

themes.value = withStorage((storage) => storage.getItem(themeKey)) ?? '';
applyTheme(themes.value);
themes.addEventListener('change', () => {
  applyTheme(themes.value);
  withStorage((storage) => storage.setItem(themeKey, themes.value));
});

// Copying.

/** The older way, for pages that are not given the clipboard. */
function copyBySelection(text) {
  const field = document.createElement('textarea');
  field.className = 'hidden-visually';
  field.value = text;
  document.body.append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way without the clipboard
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}

async function copy(button) {
  const shown = button.closest('.command').querySelector('code').textContent;
  const text = button.dataset.text === undefined ? shown : decodeURIComponent(button.dataset.text);
  const isCopied = await Promise.resolve(
    navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('none')),
  ).then(
    () => true,
    () => copyBySelection(text),
  );
  button.focus({ preventScroll: true });
  button.textContent = isCopied ? 'Copied' : 'Not copied';
  const label = button.getAttribute('aria-label').replace('Copy ', '');
  say(isCopied ? `Copied ${label}` : `The browser did not allow to copy ${label}; select the text instead`);
  window.setTimeout(() => (button.textContent = 'Copy'), 2500);
}

for (const button of all('.copy')) button.addEventListener('click', () => copy(button));

// The list of a report: filters, search and order.

const form = find('#report-filters');
const rows = all('.row');
const fields = form ? ['q', 'level', 'outcome', 'part', 'order'].map((name) => form.elements[name]) : [];
const groups = { standing: all('.row-group[data-standing]'), part: all('.row-group[data-part]') };
const texts = new Map();

/** What a row shows without its notes and its evidence, in lower case. */
function textOf(row) {
  if (!texts.has(row)) {
    const [summary, meta] = [row.querySelector('summary'), row.querySelector('.row-meta')];
    texts.set(row, `${summary.textContent}\n${meta.textContent}`.toLowerCase());
  }
  return texts.get(row);
}

function matches(row, { q, level, outcome, part }) {
  const { dataset } = row;
  return (
    (level === '' || dataset.level === level) &&
    (part === '' || dataset.part === part) &&
    (outcome === '' || dataset.outcome === outcome || dataset.standing === outcome) &&
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => textOf(row).includes(word))
  );
}

/** The filters as they are in the fields. */
const asked = () => Object.fromEntries(fields.map(({ name, value }) => [name, value]));

/** The filters that an address names; undefined where it names a place of the page, or nothing. */
function filtersOf(hash) {
  if (!form || !hash.includes('=')) return undefined;
  const given = new URLSearchParams(hash.slice(1));
  return Object.fromEntries(fields.map(({ name }) => [name, given.get(name) ?? '']));
}

let order = '';

/** Moves the rows into the groups of an order; within a group they keep theirs. */
function arrange(next) {
  if (next === order) return;
  order = next;
  const key = order === 'part' ? 'part' : 'standing';
  const lists = new Map(groups[key].map((group) => [group.dataset[key], group.querySelector('ol')]));
  for (const row of rows) lists.get(row.dataset[key]).append(row);
}

function show(filters) {
  for (const field of fields) if (field.value !== filters[field.name]) field.value = filters[field.name];
  arrange(filters.order);
  for (const row of rows) row.hidden = !matches(row, filters);
  for (const group of [...groups.standing, ...groups.part]) {
    const count = all('.row:not([hidden])', group).length;
    group.hidden = count === 0;
    group.querySelector('h3 span').textContent = count;
  }
  const shown = rows.filter((row) => !row.hidden).length;
  const whole = `${rows.length} requirements`;
  find('#report-status').textContent = shown === rows.length ? `All ${whole}` : `${shown} of ${whole}`;
  find('#report-none').hidden = shown > 0;
  say('');
}

const isFiltered = () => fields.some(({ value }) => value !== '');

/** Shows what the fields ask for, and puts it into the address, where the browser allows. */
function change() {
  const filters = asked();
  const named = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  try {
    window.history.replaceState(null, '', `#${named}`);
  } catch {
    // The filters work without it.
  }
  show(filters);
}

/** Shows everything. */
function clear() {
  show(Object.fromEntries(fields.map(({ name }) => [name, ''])));
}

function setOpen(isOpen) {
  const wanted = all('.row[data-evidence]:not([hidden]) > details');
  for (const details of wanted) details.open = isOpen;
  say(
    wanted.length === 0
      ? 'None of the requirements shown has evidence'
      : `${isOpen ? 'Opened' : 'Closed'} ${wanted.length}`,
  );
}

if (form) {
  let timer;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(change, 120);
  });
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    clear();
    change();
    form.elements.q.focus();
  });
  find('#report-open').addEventListener('click', () => setOpen(true));
  find('#report-close').addEventListener('click', () => setOpen(false));
  clear();
}

// The trend page shows one target at a time.

const targets = find('#target-select');

function showTarget(id) {
  targets.value = id;
  for (const target of all('.target')) target.hidden = target.id !== id;
}

if (targets) {
  showTarget(targets.value);
  targets.addEventListener('change', () => showTarget(targets.value));
}

// Addresses: filters, or a place of the page, which is opened with all that it is folded into.

function placeOf(hash) {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

function goTo(place, focused) {
  place.scrollIntoView({ block: 'start' });
  if (!focused) return;
  if (!focused.matches('summary')) focused.tabIndex = -1;
  focused.focus({ preventScroll: true });
}

/** Goes where the address leads. */
function follow() {
  const filters = filtersOf(window.location.hash);
  if (filters) {
    show(filters);
    goTo(find('#requirements'), find('#requirements-title'));
    return;
  }
  const place = placeOf(window.location.hash);
  if (!place) {
    if (window.location.hash === '' && isFiltered()) clear();
    return;
  }
  if (isFiltered()) clear();
  const target = place.closest('.target');
  if (target && targets) showTarget(target.id);
  for (let fold = place.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  const own = place.matches('.row') ? place.querySelector('details') : null;
  if (own) own.open = true;
  goTo(place, own?.querySelector('summary'));
}

follow();
window.addEventListener('hashchange', follow);
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  // The same address again is no change of it.
  if (link && link.hash === window.location.hash) follow();
});
