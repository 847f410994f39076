export { ConfigurationError, suggestion } from './configuration-error.ts';
export { resolveTarget, type TargetFlags } from './resolve-target.ts';
export { defineConfig, type TargetConfig } from './target-config.ts';
export {
  isLoopback,
  type Credentials,
  type Fixtures,
  type Limits,
  type Pace,
  type Target,
  type Waiver,
} from './target.ts';
