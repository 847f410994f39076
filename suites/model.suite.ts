import { runDrive } from './traffic/index.ts';
import { requirement } from './engine/requirement.ts';
import { Undecided } from './engine/verdicts.ts';
import { modelIds } from './model/index.ts';

// Each of these has a check of its own as well: here everything is interleaved with everything else.
for (const id of modelIds) {
  requirement(
    id,
    async ({ session }) => {
      try {
        await runDrive(session, 'model');
      } catch (error) {
        if (!(error instanceof Undecided) || session.ledger.entry(id).cases === 0) throw error;
      }
    },
    'many',
  );
}
