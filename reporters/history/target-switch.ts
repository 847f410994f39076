import type { PageWindow } from '../html/client/dom.ts';

/**
 * Shows one target at a time, by choice or by what the address points at; without it the page shows them all.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function targetSwitch(window: Pick<PageWindow, 'document' | 'location' | 'addEventListener'>): void {
  const { document, location } = window;
  const select = document.getElementById('target-select');
  if (select === null) return;
  const show = (id: string): void => {
    select.value = id;
    for (const section of document.body.querySelectorAll('.target')) section.hidden = section.id !== id;
  };
  const follow = (): void => {
    const place = document.getElementById(location.hash.slice(1));
    const section = place?.closest('.target');
    if (place === null || section === null || section === undefined) return;
    show(section.id);
    place.scrollIntoView({ block: 'start' });
  };
  document.getElementById('target-choice')?.removeAttribute('hidden');
  show(select.value);
  follow();
  select.addEventListener('change', () => show(select.value));
  window.addEventListener('hashchange', follow);
}
