/** The layout's number, kept in the file's `user_version`: a file of another layout is refused, never guessed at. */
export const layoutVersion = 2;

/** Marks a file as this service's (`application_id`), so that somebody else's database is never written to. */
export const applicationId = 0x42464353;

/**
 * The tables. Times are milliseconds since the epoch; `seq` is the order of creation. Whatever a client sent is kept
 * as JSON text, which carries NUL characters and lone surrogates that plain SQLite text would lose.
 */
export const tables = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE signing_keys (
  kid TEXT PRIMARY KEY, algorithm TEXT NOT NULL, private_jwk TEXT NOT NULL, public_jwk TEXT NOT NULL,
  created INTEGER NOT NULL, retired INTEGER
) WITHOUT ROWID;

CREATE TABLE organizations (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL);

CREATE TABLE api_keys (
  client_id TEXT PRIMARY KEY, client_secret TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations(id)
) WITHOUT ROWID;

CREATE TABLE carriers (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL);

CREATE TABLE plans (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, carrier_id TEXT NOT NULL REFERENCES carriers(id),
  line TEXT NOT NULL, name TEXT NOT NULL, plan_type TEXT, metal_tier TEXT, organization_id TEXT, lookup TEXT NOT NULL UNIQUE
);

CREATE TABLE groups (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, organization_id TEXT NOT NULL REFERENCES organizations(id),
  version TEXT NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL, content TEXT NOT NULL,
  listed INTEGER NOT NULL
);
CREATE INDEX groups_of_organization ON groups(organization_id, seq);

CREATE TABLE connections (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, group_id TEXT NOT NULL REFERENCES groups(id),
  organization_id TEXT NOT NULL, version TEXT NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL,
  status TEXT NOT NULL, content TEXT NOT NULL
);

CREATE TABLE decisions (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, group_id TEXT NOT NULL REFERENCES groups(id),
  organization_id TEXT NOT NULL, version TEXT NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL,
  submitted INTEGER NOT NULL, due INTEGER, renewal_date TEXT NOT NULL, status TEXT NOT NULL,
  issues TEXT NOT NULL, body TEXT NOT NULL
);
CREATE INDEX decisions_of_group ON decisions(group_id, seq);
CREATE INDEX decisions_due ON decisions(group_id, due) WHERE due IS NOT NULL;

CREATE TABLE decision_versions (
  decision_id TEXT NOT NULL REFERENCES decisions(id), version TEXT NOT NULL, PRIMARY KEY (decision_id, version)
) WITHOUT ROWID;

CREATE TABLE employees (
  id TEXT PRIMARY KEY, group_id TEXT NOT NULL REFERENCES groups(id), organization_id TEXT NOT NULL,
  latest_snapshot TEXT
) WITHOUT ROWID;

CREATE TABLE dependents (
  employee_id TEXT NOT NULL REFERENCES employees(id), id TEXT NOT NULL, PRIMARY KEY (employee_id, id)
) WITHOUT ROWID;

CREATE TABLE snapshots (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, employee_id TEXT NOT NULL REFERENCES employees(id),
  organization_id TEXT NOT NULL, version TEXT NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL,
  submitted INTEGER NOT NULL, due INTEGER, stage TEXT NOT NULL, replaced_by TEXT,
  carriers TEXT NOT NULL, created_members TEXT NOT NULL, content TEXT NOT NULL
);
CREATE INDEX snapshots_of_employee ON snapshots(employee_id, seq);
CREATE INDEX snapshots_due ON snapshots(employee_id, due) WHERE due IS NOT NULL;
`;
