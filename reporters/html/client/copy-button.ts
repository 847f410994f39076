import type { PageElement, PageWindow } from './dom.ts';
import type { ElementMaker } from './element-maker.ts';

/** Makes a button that copies a text as it is. */
export type CopyButton = (label: string, text: string) => PageElement;

/**
 * Copying, also where a page from disk is not given the clipboard.
 *
 * Runs in the page: it refers to nothing outside itself.
 */
export function copyButton(window: PageWindow, el: ElementMaker, tell: (message: string) => void): CopyButton {
  const { document, navigator } = window;
  const copyBySelection = (text: string, button: PageElement): boolean => {
    const field = el('textarea', { class: 'hidden-visually', readonly: '', tabindex: '-1' });
    field.value = text;
    document.body.append(field);
    field.select();
    let copied = false;
    try {
      copied = document.execCommand('copy');
    } catch {
      // Told below.
    }
    field.remove();
    button.focus({ preventScroll: true });
    return copied;
  };
  const copy = async (text: string, button: PageElement): Promise<boolean> => {
    try {
      if (navigator.clipboard !== undefined) {
        await navigator.clipboard.writeText(text);
        return true;
      }
    } catch {
      // The browser does not allow it: the older way may do.
    }
    return copyBySelection(text, button);
  };
  return (label, text) => {
    const button = el('button', { type: 'button', class: 'button', 'aria-label': `Copy ${label}` }, 'Copy');
    const clicked = async (): Promise<void> => {
      const copied = await copy(text, button);
      button.textContent = copied ? 'Copied' : 'Not copied';
      tell(copied ? `Copied ${label}` : `The browser did not allow to copy ${label}; select the text instead`);
      window.setTimeout(() => (button.textContent = 'Copy'), 2500);
    };
    button.addEventListener('click', () => void clicked());
    return button;
  };
}
