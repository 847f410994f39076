// `node cli/main.ts …` is `bfc …` in a checkout; `bfc.js` does the same under any Node, if only to say which it needs.
import './bfc.js';
