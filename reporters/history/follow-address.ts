import type { PageWindow } from '../html/client/dom.ts';

/**
 * Shows what the address points at, be it folded away, and one target at a time, by choice or by the address; without it
 * the page shows all targets.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function followAddress(window: Pick<PageWindow, 'document' | 'location' | 'addEventListener'>): void {
  const { document, location } = window;
  const select = document.getElementById('target-select');
  const show = (id: string): void => {
    if (select === null) return;
    select.value = id;
    for (const section of document.body.querySelectorAll('.target')) section.hidden = section.id !== id;
  };
  const follow = (): void => {
    const place = document.getElementById(location.hash.slice(1));
    const section = place?.closest('.target');
    if (place === null || section === null || section === undefined) return;
    show(section.id);
    const fold = place.closest('details');
    if (fold !== null) fold.open = true;
    place.scrollIntoView({ block: 'start' });
  };
  document.getElementById('target-choice')?.removeAttribute('hidden');
  if (select !== null) show(select.value);
  follow();
  select?.addEventListener('change', () => show(select.value));
  window.addEventListener('hashchange', follow);
}
