import { expect, test } from 'vitest';
import {
  canonicalConnection,
  canonicalDecision,
  canonicalSnapshot,
  connectionExamples,
  decisionExamples,
  decisionVariations,
  defaultContext,
  exampleBodies,
  snapshotExamples,
  snapshotVariations,
} from '../../generators/index.ts';
import type { EndpointId } from '../../spec/index.ts';
import {
  connection,
  createdDecision,
  createdSnapshot,
  editedDecision,
  exchangeOf,
} from '../invariants/exchange-samples.test-data.ts';
import { createCoverage } from './edge-coverage.ts';

const context = defaultContext();

const snapshots = [
  canonicalSnapshot(context),
  ...exampleBodies(canonicalSnapshot(context), snapshotExamples(context)).map(({ body }) => body),
  ...snapshotVariations.map(({ apply }) => apply(canonicalSnapshot(context))),
];
const decisions = [
  canonicalDecision(context),
  ...exampleBodies(canonicalDecision(context), decisionExamples(context)).map(({ body }) => body),
  ...decisionVariations.map(({ apply }) => apply(canonicalDecision(context))),
];
const connections = [
  canonicalConnection(context),
  ...exampleBodies(canonicalConnection(context), connectionExamples(context)).map(({ body }) => body),
];

/** Edges of what came before, which no body reaches by itself: those of one endpoint are called by it. */
const ofHistory = /^E\d: |token|key$/u;

test.each<readonly [endpoint: EndpointId, samples: readonly ReturnType<typeof createdSnapshot>[]]>([
  ['E2', connections.map((sent) => connection({}, { sent }))],
  ['E3', decisions.map((sent) => createdDecision({}, { sent }))],
  ['E4', decisions.map((sent) => editedDecision({}, { sent }))],
  ['E6', snapshots.map((sent) => createdSnapshot({}, { sent }))],
])('a target that takes every example has every edge of a body of %s reached', (endpoint, samples) => {
  const coverage = createCoverage();
  for (const exchange of samples.map(exchangeOf)) coverage.note(exchange);
  const missed = coverage.edges.filter(
    ({ endpoints, name, exchanges }) => endpoints.includes(endpoint) && !ofHistory.test(name) && exchanges === 0,
  );
  expect(missed.map(({ name }) => name)).toEqual([]);
});
