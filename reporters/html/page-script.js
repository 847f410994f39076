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

async function copy(button) {
  const shown = button.closest('.command').querySelector('code');
  const text = button.dataset.text === undefined ? shown.textContent : decodeURIComponent(button.dataset.text);
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    isCopied = false;
    window.getSelection().selectAllChildren(shown);
  }
  button.focus({ preventScroll: true });
  button.textContent = isCopied ? 'Copied' : 'Not copied';
  const label = button.getAttribute('aria-label').replace('Copy ', '');
  say(isCopied ? `Copied ${label}` : `The browser did not allow to copy ${label}: it is selected, copy it by hand`);
  window.setTimeout(() => (button.textContent = 'Copy'), 2500);
}

for (const button of all('.copy')) button.addEventListener('click', () => copy(button));

// The list of a report: filters, search and order. Filters are given as the parameters of an address.

const form = find('#report-filters');
const fields = form ? all('[name]', form) : [];
const rows = all('.row');
const groups = { standing: all('.row-group[data-standing]'), part: all('.row-group[data-part]') };

const texts = new Map(
  rows.map((row) => {
    const shown = [row.querySelector('summary'), row.querySelector('.row-meta')];
    return [row, shown.map(({ textContent }) => textContent.toLowerCase()).join('\n')];
  }),
);

let order = 'standing';

function arrange(next) {
  if (next === order) return;
  order = next;
  const lists = new Map(groups[order].map((group) => [group.dataset[order], group.querySelector('ol')]));
  for (const row of rows) lists.get(row.dataset[order]).append(row);
}

function show(filters = new URLSearchParams()) {
  const asked = (name) => filters.get(name) ?? '';
  const words = asked('q').toLowerCase().split(/\s+/);
  const matches = (row) =>
    ['', row.dataset.level].includes(asked('level')) &&
    ['', row.dataset.part].includes(asked('part')) &&
    ['', row.dataset.outcome, row.dataset.standing].includes(asked('outcome')) &&
    words.every((word) => texts.get(row).includes(word));
  for (const field of fields) if (field.value !== asked(field.name)) field.value = asked(field.name);
  arrange(asked('order') === 'part' ? 'part' : 'standing');
  for (const row of rows) row.hidden = !matches(row);
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

const inUse = () => fields.filter(({ value }) => value !== '');

function change() {
  const filters = new URLSearchParams(inUse().map(({ name, value }) => [name, value]));
  try {
    window.history.replaceState(null, '', `#${filters}`);
  } catch {
    // The filters work without it.
  }
  show(filters);
}

function setOpen(isOpen) {
  const wanted = all('.row[data-evidence]:not([hidden]) > details');
  for (const details of wanted) details.open = isOpen;
  const done = `${isOpen ? 'Opened' : 'Closed'} ${wanted.length}`;
  say(wanted.length === 0 ? 'None of the requirements shown has evidence' : done);
}

if (form) {
  let timer;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(change, 120);
  });
  find('#report-clear').addEventListener('click', () => {
    for (const field of fields) field.value = '';
    change();
    fields[0].focus();
  });
  find('#report-open').addEventListener('click', () => setOpen(true));
  find('#report-close').addEventListener('click', () => setOpen(false));
  show();
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

function follow() {
  const { hash } = window.location;
  if (form && hash.includes('=')) {
    show(new URLSearchParams(hash.slice(1)));
    goTo(find('#requirements'), find('#requirements-title'));
    return;
  }
  const place = placeOf(hash);
  if (inUse().length > 0 && (place || hash === '')) show();
  if (!place) return;
  const target = place.closest('.target');
  if (target && targets) showTarget(target.id);
  const own = place.matches('.row') ? place.querySelector('details') : null;
  for (let fold = own ?? place.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  goTo(place, own?.querySelector('summary'));
}

follow();
window.addEventListener('hashchange', follow);
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  // The same address again is no change of it.
  if (link && link.hash === window.location.hash) follow();
});
