/** The forms that a configuration can be written in. */
export const configFormats = ['yaml', 'json', 'ts'] as const;

/** A form that a configuration can be written in. */
export type ConfigFormat = (typeof configFormats)[number];

/** The flags of `bfc init`. */
export interface InitFlags {
  readonly baseUrl?: string;
  readonly authUrl?: string;
  readonly clientId?: string;
  /** Name of the variable that holds the secret; default: `BFC_CLIENT_SECRET`. */
  readonly clientSecretEnv?: string;
  readonly environment?: 'sandbox' | 'production';
  readonly name?: string;
  /** Records that the target knows. */
  readonly groupId?: string;
  readonly carrierIds?: readonly string[];
  readonly planIds?: readonly string[];
  readonly format?: ConfigFormat;
  /** Path of the configuration to write. */
  readonly file?: string;
  /** Whether a file that is there is replaced. */
  readonly force?: boolean;
  /** Whether records may be created on a target that is no sandbox. */
  readonly allowWrites?: boolean;
  /** Whether the target is judged at the end. */
  readonly run: boolean;
}
