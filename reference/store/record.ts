import { integer, text, type Row } from './row.ts';

/** What every record of an organization has (`spec/documents/9-versioning.md`); times in milliseconds. */
export interface VersionedRow {
  readonly id: string;
  readonly organizationId: string;
  /** Another one whenever anything of the record changes. */
  readonly version: string;
  readonly created: number;
  /** Never goes back. */
  readonly modified: number;
}

/** Reads what every record has. */
export function readVersioned(row: Row): VersionedRow {
  return {
    id: text(row, 'id'),
    organizationId: text(row, 'organization_id'),
    version: text(row, 'version'),
    created: integer(row, 'created'),
    modified: integer(row, 'modified'),
  };
}
