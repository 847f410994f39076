import { expect, it } from 'vitest';
import { endpointIds } from '../../spec/index.ts';
import { endpointText } from './endpoint-text.ts';

it.each([
  [[], 'token'],
  [['E4'], 'E4'],
  [['E4', 'E5'], 'E4, E5'],
  [['E1', 'E5', 'E8'], 'E1, E5, E8'],
  [['E2', 'E3', 'E4', 'E6'], 'E2-E4, E6'],
  [['E1', 'E3', 'E4', 'E5'], 'E1, E3-E5'],
  [endpointIds, 'E1-E8'],
] as const)('writes %j as %j', (endpoints, text) => {
  expect(endpointText(endpoints)).toBe(text);
});
