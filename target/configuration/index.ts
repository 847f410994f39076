export { ConfigurationError, suggestion } from './configuration-error.ts';
export { foundByDefault } from './load-config.ts';
export { resolveTarget } from './resolve-target.ts';
export { defineConfig, type TargetConfig } from './target-config.ts';
export { isLoopback, type TargetFlags } from './target-settings.ts';
export type { Credentials, Fixtures, Limits, Pace, Target, Waiver } from './target.ts';
