/**
 * What kind of mistake a configuration holds:
 * `CONFIG_UNREADABLE`: the file is missing or cannot be read; `CONFIG_MALFORMED`: it does not parse or load;
 * `CONFIG_INVALID`: a key or a value is not one the configuration knows; `URL_INVALID`: an address cannot be used;
 * `SETTING_MISSING`: something a run needs was given nowhere; `SECRET_MISSING`: a secret cannot be found where it should be;
 * `SECRET_INVALID`: a secret or a client id cannot be sent.
 */
export type ConfigurationErrorCode =
  | 'CONFIG_UNREADABLE'
  | 'CONFIG_MALFORMED'
  | 'CONFIG_INVALID'
  | 'URL_INVALID'
  | 'SETTING_MISSING'
  | 'SECRET_MISSING'
  | 'SECRET_INVALID';

/** A mistake in the configuration that its author can mend: the message is one line of what, where and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: ConfigurationErrorCode;

  constructor(code: ConfigurationErrorCode, message: string, options?: ErrorOptions) {
    super(message.replaceAll(/\s*[\r\n]+\s*/g, ' '), options);
    this.code = code;
  }
}
