/**
 * As much of a browser as the scripts of the pages use. The types of the whole DOM would hold for every file of the project,
 * where `name`, `status` or `document` would then pass for variables.
 *
 * @module
 */

/** An element, with the members of those kinds that the pages hold. */
export interface PageElement {
  id: string;
  className: string;
  textContent: string;
  hidden: boolean;
  /** Of buttons, fields and selections. */
  value: string;
  checked: boolean;
  disabled: boolean;
  /** Of `details`. */
  open: boolean;
  /** Of links: what their address has from `#` on. */
  readonly hash: string;
  scrollTop: number;
  readonly offsetTop: number;
  readonly clientHeight: number;
  readonly dataset: Record<string, string | undefined>;
  readonly parentElement: PageElement | null;
  append(...children: readonly (PageElement | string)[]): void;
  replaceChildren(...children: readonly (PageElement | string)[]): void;
  replaceWith(...others: readonly PageElement[]): void;
  remove(): void;
  setAttribute(name: string, value: string): void;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  closest(selector: string): PageElement | null;
  contains(other: PageElement | null): boolean;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
  focus(options?: { preventScroll?: boolean }): void;
  select(): void;
  scrollIntoView(options?: { block?: 'start' | 'nearest' }): void;
}

/** What a listener is given. */
export interface PageEvent {
  readonly target: PageElement;
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  preventDefault(): void;
}

/** The document of a page. */
export interface PageDocument {
  readonly documentElement: PageElement;
  readonly body: PageElement;
  readonly activeElement: PageElement | null;
  getElementById(id: string): PageElement | null;
  createElement(name: string): PageElement;
  execCommand(command: 'copy'): boolean;
  addEventListener(type: string, listener: (event: PageEvent) => void): void;
}

/** The window of a page. */
export interface PageWindow {
  readonly document: PageDocument;
  readonly location: { hash: string };
  readonly history: { replaceState(state: null, title: '', url: string): void };
  readonly navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };
  readonly localStorage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  readonly IntersectionObserver: new (
    listener: (entries: readonly { isIntersecting: boolean }[]) => void,
    options: object,
  ) => {
    observe(element: PageElement): void;
  };
  setTimeout(callback: () => void, milliseconds: number): number;
  clearTimeout(timer: number | undefined): void;
  addEventListener(type: string, listener: () => void): void;
}
