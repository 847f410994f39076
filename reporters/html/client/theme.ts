import type { PageWindow } from './dom.ts';

/**
 * Lets the reader choose between light and dark, and remembers it where the browser allows.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function theme(window: Pick<PageWindow, 'document' | 'localStorage'>): void {
  const { document } = window;
  const key = 'bfc-colours';
  const select = document.getElementById('page-theme');
  const remembered = (): string => {
    try {
      // Where a page may keep nothing, asking for the storage throws already.
      return window.localStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  };
  const apply = (name: string): void => {
    if (name === 'light' || name === 'dark') document.documentElement.dataset['theme'] = name;
    else delete document.documentElement.dataset['theme'];
  };
  const first = remembered();
  apply(first);
  if (select === null) return;
  select.value = first;
  select.closest('label')?.removeAttribute('hidden');
  select.addEventListener('change', () => {
    apply(select.value);
    try {
      if (select.value === '') window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, select.value);
    } catch {
      // The choice holds for as long as the page is open.
    }
  });
}
