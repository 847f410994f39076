import { faults } from '../../reference/faults/fault-catalogue.ts';
import type { Page } from '../../reporters/terminal/page.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import type { Lister } from './listing.ts';

function entry({ name, description, when, breaks }: Fault, page: Page): readonly string[] {
  const shows = when === undefined ? description : `${description} · when: ${when}`;
  return [
    `  ${page.paint('strong', name)}`,
    ...page.wrap(breaks.join(', '), '    '),
    ...page.wrap(shows, '    ').map((line) => page.paint('faint', line)),
  ];
}

/** The faults that break one of the requirements, in the order of the catalogue. */
export const listFaults: Lister = (requirements) => {
  const wanted = new Set(requirements.map(({ id }) => id));
  const found = faults.filter(({ breaks }) => breaks.some((id) => wanted.has(id)));
  const hidden = found.filter(({ when }) => when !== undefined).length;
  return {
    size: found.length,
    noun: ['fault', 'faults'],
    lines: (page) => [
      ...found.flatMap((fault) => entry(fault, page)),
      '',
      ...page.wrap(
        `${found.length} ${found.length === 1 ? 'fault' : 'faults'}: ${hidden} only on certain data, in a certain order or now and then`,
        '',
      ),
    ],
    json: {
      faults: found.map(({ name, description, when, breaks, also }) => ({
        name,
        description,
        ...(when === undefined ? {} : { when }),
        breaks,
        ...(also === undefined ? {} : { also }),
      })),
    },
  };
};
