import { isRequirementId } from '../../spec/index.ts';
import { markup, trusted, type Markup } from './markup.ts';
import { requirementHref } from './wording.ts';

const breakable = trusted('<wbr>');

/** A requirement's id that leads to it. A line may end after its dot; in ids of other revisions, however long, anywhere. */
export function requirementLink(id: string): Markup {
  const [part = '', ...rest] = isRequirementId(id) ? id.split('.') : [id];
  const code =
    rest.length === 0
      ? markup`<code>${part}</code>`
      : markup`<code class="requirement-id">${part}${rest.map((name) => markup`.${breakable}${name}`)}</code>`;
  return markup`<a href="${requirementHref(id)}">${code}</a>`;
}

/** Requirements' ids, each of which leads to its requirement, as a list within a sentence. */
export function requirementLinks(ids: readonly string[]): Markup {
  return markup`${ids.map((id, index) => markup`${index > 0 && ', '}${requirementLink(id)}`)}`;
}
