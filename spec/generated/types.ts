// Generated from spec/documents by `npm run spec`. Edit the documents, not this file.

/** Data exchange (2-resources.md:96) */
export type DataExchange = "api" | "edi";

/** Issue level (2-resources.md:161) */
export type IssueLevel = "warning" | "error";

/** Individual type (2-resources.md:321) */
export type IndividualType = "employee" | "dependent";

/** Group connection status (3-states.md:7) */
export type GroupConnectionStatus = "created" | "processing" | "service_review" | "waiting_on_carrier" | "carrier_authorization" | "action_required" | "unable_to_connect" | "completed";

/** Renewal status (3-states.md:22) */
export type RenewalStatus = "submitted" | "not_ready" | "ready" | "done";

/** Unauthorized message (7-errors.md:23) */
export type UnauthorizedMessage = "JWT validation failed: Missing or invalid credentials" | "JWT validation failed: The JWT cannot be validated with any of the public keys." | "JWT validation failed: TIME_CONSTRAINT_FAILURE";

/** An employer group, as it stands in a list. (2-resources.md:7) */
export interface Group {
  /** identifies the group (2-resources.md:13) */
  id: string;
  /** names the current state of the record (2-resources.md:14) */
  version: string;
  /** when the record was made (2-resources.md:15) */
  created: number;
  /** when the record last changed (2-resources.md:16) */
  modified: number;
  /** the organization the group belongs to (2-resources.md:17) */
  organization_id: string;
  /** what the group is called (2-resources.md:18) */
  name: string;
  /** industry code; may be the empty string (2-resources.md:19) */
  sic_code?: string;
  /** trading name; may be the empty string (2-resources.md:20) */
  dba_name?: string;
  /** employer identification number; may be the empty string (2-resources.md:21) */
  federal_ein?: string;
}

/** Page metadata (2-resources.md:27) */
export interface PageMeta {
  /** position of the page's first record in the whole list, from 0 (2-resources.md:31) */
  offset: number;
  /** number of the page (2-resources.md:32) */
  page_num: number;
  /** how many records a page holds at most (2-resources.md:33) */
  page_size: number;
  /** how many records the whole list has (2-resources.md:34) */
  total_records: number;
}

/** Group page (2-resources.md:36) */
export interface GroupPage {
  /** where the page lies in the list (2-resources.md:40) */
  meta: PageMeta;
  /** the records of the page (2-resources.md:41) */
  response: Group[];
}

/** Renewal decision page (2-resources.md:43) */
export interface RenewalDecisionPage {
  /** where the page lies in the list (2-resources.md:47) */
  meta: PageMeta;
  /** the records of the page (2-resources.md:48) */
  response: RenewalDecision[];
}

/** Snapshot page (2-resources.md:50) */
export interface SnapshotPage {
  /** where the page lies in the list (2-resources.md:54) */
  meta: PageMeta;
  /** the records of the page (2-resources.md:55) */
  response: SnapshotListItem[];
}

/** What the carrier itself needs to know about the group. (2-resources.md:59) */
export interface GroupData {
  /** the carrier's own number for the group (2-resources.md:65) */
  carrier_group_id?: string;
  /** the group's name as the carrier knows it (2-resources.md:66) */
  group_name?: string;
}

/** The record has two more members, one with details of the connection's result and one with the moment of its completion. Their names are not shown. (2-resources.md:68) */
export interface GroupConnection {
  /** identifies the connection (2-resources.md:72) */
  id: string;
  /** the carrier (2-resources.md:73) */
  carrier_id: string;
  /** the group that is connected (2-resources.md:74) */
  group_id: string;
  /** the platform or broker organization (2-resources.md:75) */
  organization_id: string;
  /** employer identification number of the group (2-resources.md:76) */
  federal_ein?: string;
  /** what was sent for the carrier (2-resources.md:77) */
  group_data: GroupData;
  /** what kind of connection it is (2-resources.md:78) */
  request_type: string;
  /** how far the connection has come (2-resources.md:79) */
  status: GroupConnectionStatus;
  /** when the record was made (2-resources.md:80) */
  created: number;
  /** when the record last changed (2-resources.md:81) */
  modified: number;
  /** names the current state of the record (2-resources.md:82) */
  version: string;
}

/** Two optional members exist besides. One forces a way of exchanging data (see Data exchange), the other takes the best way available; either makes the service skip its calculation of eligibility. Their names are not shown. (2-resources.md:86) */
export interface GroupConnectionInput {
  /** the carrier to connect to (2-resources.md:90) */
  carrier_id?: string;
  /** employer identification number of the new group (2-resources.md:91) */
  federal_ein?: string;
  /** what the carrier needs to know (2-resources.md:92) */
  group_data?: GroupData;
}

/** Renewal decision (2-resources.md:107) */
export interface RenewalDecision {
  /** identifies the decision (2-resources.md:111) */
  id: string;
  /** the group it is for (2-resources.md:112) */
  group_id: string;
  /** first day of the new enrollment year, from which everything decided holds (2-resources.md:113) */
  renewal_date: string;
  /** what is decided (2-resources.md:114) */
  body: RenewalBody;
  /** whether the carrier's system agrees with the decision (2-resources.md:115) */
  status: RenewalStatus;
  /** why the status is `not_ready`; empty while it is `ready` or `submitted` (2-resources.md:116) */
  issues: RenewalIssue[];
  /** when the record was made (2-resources.md:117) */
  created: number;
  /** when the record last changed (2-resources.md:118) */
  modified: number;
  /** names the current state of the record (2-resources.md:119) */
  version: string;
}

/** Renewal body (2-resources.md:121) */
export interface RenewalBody {
  /** one entry per carrier (2-resources.md:125) */
  carriers: RenewalCarrier[];
}

/** Renewal carrier (2-resources.md:127) */
export interface RenewalCarrier {
  /** the carrier (2-resources.md:131) */
  carrier_id: string;
  /** one member per line of coverage (2-resources.md:132) */
  lines_of_coverage: Record<string, RenewalLine>;
}

/** Renewal line (2-resources.md:134) */
export interface RenewalLine {
  /** first day on which members' requests and changes can be processed (2-resources.md:138) */
  open_enrollment_start_date?: string | null;
  /** last day of that period (2-resources.md:139) */
  open_enrollment_end_date?: string | null;
  /** the plans on offer (2-resources.md:140) */
  plans?: RenewalPlan[] | null;
}

/** A plan as an answer gives it, whichever way it was sent. (2-resources.md:142) */
export interface RenewalPlan {
  /** what the plan is called (2-resources.md:148) */
  name: string;
  /** identifies the plan (2-resources.md:149) */
  plan_id: string;
}

/** The line of coverage concerned is in one more member, whose name is not shown. (2-resources.md:151) */
export interface RenewalIssue {
  /** how grave it is (2-resources.md:155) */
  level: IssueLevel;
  /** what is the matter and how to settle it (2-resources.md:156) */
  message: string;
  /** the carrier concerned (2-resources.md:157) */
  carrier_id?: string | null;
}

/** Renewal decision input (2-resources.md:166) */
export interface RenewalDecisionInput {
  /** first day of the new enrollment year (2-resources.md:170) */
  renewal_date?: string;
  /** what is decided (2-resources.md:171) */
  body?: RenewalBodyInput;
}

/** Renewal body input (2-resources.md:173) */
export interface RenewalBodyInput {
  /** one entry per carrier (2-resources.md:177) */
  carriers?: RenewalCarrierInput[];
}

/** Renewal carrier input (2-resources.md:179) */
export interface RenewalCarrierInput {
  /** the carrier (2-resources.md:183) */
  carrier_id?: string;
  /** one member per line of coverage (2-resources.md:184) */
  lines_of_coverage?: Record<string, RenewalLineInput>;
}

/** Renewal line input (2-resources.md:186) */
export interface RenewalLineInput {
  /** first day on which members' requests and changes can be processed (2-resources.md:190) */
  open_enrollment_start_date?: string;
  /** last day of that period (2-resources.md:191) */
  open_enrollment_end_date?: string;
  /** the plans on offer (2-resources.md:192) */
  plans?: RenewalPlanInput[];
}

/** A plan is either named by its identifier, or described. (2-resources.md:194) */
export type RenewalPlanInput =
  | {
  /** a plan that exists (2-resources.md:200) */
  plan_id: string;
  /** what the plan is called (2-resources.md:201) */
  name?: string;
  /** how the plan works (2-resources.md:202) */
  plan_type?: string;
  /** its metal tier (2-resources.md:203) */
  metal_tier?: string;
}
  | {
  /** a plan that exists (2-resources.md:200) */
  plan_id?: string;
  /** what the plan is called (2-resources.md:201) */
  name: string;
  /** how the plan works (2-resources.md:202) */
  plan_type: string;
  /** its metal tier (2-resources.md:203) */
  metal_tier?: string;
};

/** Member snapshot input (2-resources.md:214) */
export interface MemberSnapshotInput {
  /** the employee (2-resources.md:218) */
  employee?: Employee;
  /** the employee's dependents (2-resources.md:219) */
  dependents?: Dependent[];
  /** what they hold at carriers (2-resources.md:220) */
  coverages?: Coverage[];
  /** what gave rise to it; named by `event_id` elsewhere (2-resources.md:221) */
  events?: SnapshotEvent[];
  /** whether members are linked to existing ones by the service (2-resources.md:222) */
  enable_member_auto_link?: boolean;
  /** how the snapshot is to be taken (2-resources.md:223) */
  snapshot_mode?: string;
}

/** Employee (2-resources.md:225) */
export interface Employee {
  /** identifies the employee (2-resources.md:229) */
  id?: string;
  /** the caller's own name for the person (2-resources.md:230) */
  custom_individual_id?: string;
  /** the `id` of an event of the same snapshot (2-resources.md:231) */
  event_id?: string;
  /** free keys, free values (2-resources.md:232) */
  classifications?: Record<string, string>;
  /** the employment (2-resources.md:233) */
  employment?: {
    /** its days (2-resources.md:234) */
    employment_dates?: {
      /** day of hire (2-resources.md:235) */
      hire_date?: string;
      /** first day of full-time work (2-resources.md:236) */
      full_time_start?: string;
    };
    /** the kind of employment (2-resources.md:237) */
    employment_status?: string;
    /** hours worked (2-resources.md:238) */
    hours_worked?: number;
    /** what the person does (2-resources.md:239) */
    occupation?: string;
    /** the pay (2-resources.md:240) */
    salary?: {
      /** how much (2-resources.md:241) */
      amount?: number;
      /** since when (2-resources.md:242) */
      effective_date?: string;
      /** what kind of pay (2-resources.md:243) */
      type?: string;
      /** per what (2-resources.md:244) */
      unit?: string;
    };
  };
  /** who it is (2-resources.md:245) */
  person?: Person;
}

/** Dependent (2-resources.md:248) */
export interface Dependent {
  /** identifies the dependent (2-resources.md:252) */
  id?: string;
  /** the caller's own name for the person (2-resources.md:253) */
  custom_individual_id?: string;
  /** the `id` of an event of the same snapshot (2-resources.md:254) */
  event_id?: string;
  /** how the person is related to the employee (2-resources.md:255) */
  relationship?: string;
  /** who it is (2-resources.md:256) */
  person?: Person;
}

/** All of it is personal data. (2-resources.md:258) */
export interface Person {
  /** first name (2-resources.md:264) */
  first_name?: string;
  /** middle name (2-resources.md:265) */
  middle_name?: string;
  /** last name (2-resources.md:266) */
  last_name?: string;
  /** what follows the name, as in Jr. (2-resources.md:267) */
  suffix?: string;
  /** day of birth (2-resources.md:268) */
  date_of_birth?: string;
  /** sex (2-resources.md:269) */
  sex?: string;
  /** marital status (2-resources.md:270) */
  marital_status?: string;
  /** social security number (2-resources.md:271) */
  ssn?: string;
  /** where the person lives (2-resources.md:272) */
  home_address?: {
    /** street and number (2-resources.md:273) */
    street_one?: string;
    /** city (2-resources.md:274) */
    city?: string;
    /** county; the home address alone has it (2-resources.md:275) */
    county?: string;
    /** state (2-resources.md:276) */
    state?: string;
    /** postal code (2-resources.md:277) */
    zip_code?: string;
  };
  /** where post goes (2-resources.md:278) */
  mailing_address?: {
    /** street and number (2-resources.md:279) */
    street_one?: string;
    /** city (2-resources.md:280) */
    city?: string;
    /** state (2-resources.md:281) */
    state?: string;
    /** postal code (2-resources.md:282) */
    zip_code?: string;
  };
  /** how to reach the person (2-resources.md:283) */
  contact?: {
    /** e-mail address (2-resources.md:284) */
    email_address?: string;
    /** whose address it is (2-resources.md:285) */
    email_address_type?: string;
    /** international form with a leading plus (2-resources.md:286) */
    home_phone?: string;
    /** international form with a leading plus (2-resources.md:287) */
    work_phone?: string;
    /** how the person likes to be reached (2-resources.md:288) */
    preferred_method?: string;
  };
}

/** The plan is given by its identifier or by its name. (2-resources.md:290) */
export type Coverage =
  | {
  /** the carrier (2-resources.md:296) */
  carrier_id?: string;
  /** what is covered (2-resources.md:297) */
  line_of_coverage?: string;
  /** the plan's identifier (2-resources.md:298) */
  plan_id: string;
  /** the plan's name (2-resources.md:299) */
  plan_name?: string;
  /** day on which it was signed (2-resources.md:300) */
  signature_date?: string;
  /** who is covered (2-resources.md:301) */
  enrolled_members?: EnrolledMember[];
}
  | {
  /** the carrier (2-resources.md:296) */
  carrier_id?: string;
  /** what is covered (2-resources.md:297) */
  line_of_coverage?: string;
  /** the plan's identifier (2-resources.md:298) */
  plan_id?: string;
  /** the plan's name (2-resources.md:299) */
  plan_name: string;
  /** day on which it was signed (2-resources.md:300) */
  signature_date?: string;
  /** who is covered (2-resources.md:301) */
  enrolled_members?: EnrolledMember[];
};

/** Enrolled member (2-resources.md:309) */
export interface EnrolledMember {
  /** the `id` of the employee or of a dependent (2-resources.md:313) */
  individual_id?: string;
  /** which of the two (2-resources.md:314) */
  individual_type?: IndividualType;
  /** the `id` of an event of the same snapshot (2-resources.md:315) */
  event_id?: string;
  /** first day of the coverage (2-resources.md:316) */
  effective_start_date?: string;
  /** last day of the coverage; `9999-12-31` when there is none (2-resources.md:317) */
  effective_end_date?: string;
  /** day of the latest change (2-resources.md:318) */
  latest_change_effective_date?: string;
  /** amount insured; goes with a life coverage (2-resources.md:319) */
  volume?: number;
}

/** Snapshot event (2-resources.md:326) */
export interface SnapshotEvent {
  /** what `event_id` elsewhere in the snapshot refers to (2-resources.md:330) */
  id?: string;
  /** when it took place (2-resources.md:331) */
  date?: string;
  /** why (2-resources.md:332) */
  reason?: string;
  /** what kind of event (2-resources.md:333) */
  type?: string;
}

/** Snapshot (2-resources.md:335) */
export interface Snapshot {
  /** identifies the snapshot (2-resources.md:339) */
  id: string;
  /** the employee it is about (2-resources.md:340) */
  employee_id: string;
  /** on create and on get alike (2-resources.md:341) */
  created_members: CreatedMember[];
  /** what was submitted (2-resources.md:342) */
  member_snapshot: MemberSnapshotEcho;
  /** one entry per carrier (2-resources.md:343) */
  fulfillment_summary: FulfillmentEntry[];
  /** how far the snapshot has come (2-resources.md:344) */
  status: string;
  /** what is worth a look; the shape of an item is not shown (2-resources.md:345) */
  warnings: unknown[];
  /** the snapshot that took this one's place; a get carries it (2-resources.md:346) */
  replaced_by?: string | null;
  /** when the record was made (2-resources.md:347) */
  created: number;
  /** when the record last changed (2-resources.md:348) */
  modified: number;
  /** names the current state of the record (2-resources.md:349) */
  version: string;
}

/** Created member (2-resources.md:351) */
export interface CreatedMember {
  /** identifies the member (2-resources.md:355) */
  id: string;
  /** the caller's own name for the person (2-resources.md:356) */
  custom_individual_id?: string | null;
  /** employee or dependent (2-resources.md:357) */
  type: IndividualType;
}

/** Fulfillment entry (2-resources.md:359) */
export interface FulfillmentEntry {
  /** the carrier (2-resources.md:363) */
  carrier_id: string;
  /** what went wrong there; the shape of an item is not shown (2-resources.md:364) */
  errors: unknown[];
  /** how far it has come there (2-resources.md:365) */
  status: string;
}

/** A snapshot in the list of an employee has these members and no other. (2-resources.md:367) */
export interface SnapshotListItem {
  /** identifies the snapshot (2-resources.md:373) */
  id: string;
  /** the employee it is about (2-resources.md:374) */
  employee_id: string;
  /** one entry per carrier (2-resources.md:375) */
  fulfillment_summary: FulfillmentEntry[];
  /** how far the snapshot has come (2-resources.md:376) */
  status: string;
  /** when the record was made (2-resources.md:377) */
  created: number;
  /** when the record last changed (2-resources.md:378) */
  modified: number;
  /** names the current state of the record (2-resources.md:379) */
  version: string;
}

/** Token request (5-authentication.md:20) */
export interface TokenRequest {
  /** the one kind of grant (5-authentication.md:24) */
  grant_type: "client_credentials";
}

/** A token lives for about ten minutes. A client takes a new one before the old one runs out, or when it is answered 401. Every request to the operations carries `Authorization: Bearer` with the token. A list of groups that comes back with 200 and the sandbox's group shows that a key works. What a failure looks like is said under Errors. (5-authentication.md:26) */
export interface TokenResponse {
  /** a JSON Web Token (5-authentication.md:30) */
  access_token: string;
  /** time to live; said to be milliseconds, which a far larger sample contradicts (5-authentication.md:31) */
  expires_in: number;
  /** how the token is to be presented (5-authentication.md:32) */
  token_type: "Bearer";
}

/** Unauthorized (7-errors.md:7) */
export interface Unauthorized {
  /** always the same number (7-errors.md:11) */
  code: 16;
  /** says what is wrong with the token (7-errors.md:12) */
  message: string;
  /** where it was found (7-errors.md:13) */
  details: UnauthorizedDetail[];
}

/** Unauthorized detail (7-errors.md:15) */
export interface UnauthorizedDetail {
  /** names the kind of detail (7-errors.md:19) */
  "@type": string;
  /** the shape of an item is not shown (7-errors.md:20) */
  stackEntries: unknown[];
  /** always the same word (7-errors.md:21) */
  detail: "auth";
}

/** Member snapshot input as an answer gives it back: what was not submitted may be null. (2-resources.md:214) */
export interface MemberSnapshotEcho {
  /** the employee (2-resources.md:218) */
  employee?: EmployeeEcho | null;
  /** the employee's dependents (2-resources.md:219) */
  dependents?: DependentEcho[] | null;
  /** what they hold at carriers (2-resources.md:220) */
  coverages?: CoverageEcho[] | null;
  /** what gave rise to it; named by `event_id` elsewhere (2-resources.md:221) */
  events?: SnapshotEventEcho[] | null;
  /** whether members are linked to existing ones by the service (2-resources.md:222) */
  enable_member_auto_link?: boolean | null;
  /** how the snapshot is to be taken (2-resources.md:223) */
  snapshot_mode?: string | null;
}

/** Employee as an answer gives it back: what was not submitted may be null. (2-resources.md:225) */
export interface EmployeeEcho {
  /** identifies the employee (2-resources.md:229) */
  id?: string | null;
  /** the caller's own name for the person (2-resources.md:230) */
  custom_individual_id?: string | null;
  /** the `id` of an event of the same snapshot (2-resources.md:231) */
  event_id?: string | null;
  /** free keys, free values (2-resources.md:232) */
  classifications?: Record<string, string> | null;
  /** the employment (2-resources.md:233) */
  employment?: {
    /** its days (2-resources.md:234) */
    employment_dates?: {
      /** day of hire (2-resources.md:235) */
      hire_date?: string | null;
      /** first day of full-time work (2-resources.md:236) */
      full_time_start?: string | null;
    } | null;
    /** the kind of employment (2-resources.md:237) */
    employment_status?: string | null;
    /** hours worked (2-resources.md:238) */
    hours_worked?: number | null;
    /** what the person does (2-resources.md:239) */
    occupation?: string | null;
    /** the pay (2-resources.md:240) */
    salary?: {
      /** how much (2-resources.md:241) */
      amount?: number | null;
      /** since when (2-resources.md:242) */
      effective_date?: string | null;
      /** what kind of pay (2-resources.md:243) */
      type?: string | null;
      /** per what (2-resources.md:244) */
      unit?: string | null;
    } | null;
  } | null;
  /** who it is (2-resources.md:245) */
  person?: PersonEcho | null;
  /** the group the snapshot was made for; answers add it (2-resources.md:246) */
  group_id?: string | null;
}

/** Dependent as an answer gives it back: what was not submitted may be null. (2-resources.md:248) */
export interface DependentEcho {
  /** identifies the dependent (2-resources.md:252) */
  id?: string | null;
  /** the caller's own name for the person (2-resources.md:253) */
  custom_individual_id?: string | null;
  /** the `id` of an event of the same snapshot (2-resources.md:254) */
  event_id?: string | null;
  /** how the person is related to the employee (2-resources.md:255) */
  relationship?: string | null;
  /** who it is (2-resources.md:256) */
  person?: PersonEcho | null;
}

/** Person as an answer gives it back: what was not submitted may be null. (2-resources.md:258) */
export interface PersonEcho {
  /** first name (2-resources.md:264) */
  first_name?: string | null;
  /** middle name (2-resources.md:265) */
  middle_name?: string | null;
  /** last name (2-resources.md:266) */
  last_name?: string | null;
  /** what follows the name, as in Jr. (2-resources.md:267) */
  suffix?: string | null;
  /** day of birth (2-resources.md:268) */
  date_of_birth?: string | null;
  /** sex (2-resources.md:269) */
  sex?: string | null;
  /** marital status (2-resources.md:270) */
  marital_status?: string | null;
  /** social security number (2-resources.md:271) */
  ssn?: string | null;
  /** where the person lives (2-resources.md:272) */
  home_address?: {
    /** street and number (2-resources.md:273) */
    street_one?: string | null;
    /** city (2-resources.md:274) */
    city?: string | null;
    /** county; the home address alone has it (2-resources.md:275) */
    county?: string | null;
    /** state (2-resources.md:276) */
    state?: string | null;
    /** postal code (2-resources.md:277) */
    zip_code?: string | null;
  } | null;
  /** where post goes (2-resources.md:278) */
  mailing_address?: {
    /** street and number (2-resources.md:279) */
    street_one?: string | null;
    /** city (2-resources.md:280) */
    city?: string | null;
    /** state (2-resources.md:281) */
    state?: string | null;
    /** postal code (2-resources.md:282) */
    zip_code?: string | null;
  } | null;
  /** how to reach the person (2-resources.md:283) */
  contact?: {
    /** e-mail address (2-resources.md:284) */
    email_address?: string | null;
    /** whose address it is (2-resources.md:285) */
    email_address_type?: string | null;
    /** international form with a leading plus (2-resources.md:286) */
    home_phone?: string | null;
    /** international form with a leading plus (2-resources.md:287) */
    work_phone?: string | null;
    /** how the person likes to be reached (2-resources.md:288) */
    preferred_method?: string | null;
  } | null;
}

/** Coverage as an answer gives it back: what was not submitted may be null. (2-resources.md:290) */
export interface CoverageEcho {
  /** the carrier (2-resources.md:296) */
  carrier_id?: string | null;
  /** what is covered (2-resources.md:297) */
  line_of_coverage?: string | null;
  /** the plan's identifier (2-resources.md:298) */
  plan_id?: string | null;
  /** the plan's name (2-resources.md:299) */
  plan_name?: string | null;
  /** day on which it was signed (2-resources.md:300) */
  signature_date?: string | null;
  /** who is covered (2-resources.md:301) */
  enrolled_members?: EnrolledMemberEcho[] | null;
}

/** Enrolled member as an answer gives it back: what was not submitted may be null. (2-resources.md:309) */
export interface EnrolledMemberEcho {
  /** the `id` of the employee or of a dependent (2-resources.md:313) */
  individual_id?: string | null;
  /** which of the two (2-resources.md:314) */
  individual_type?: IndividualType | null;
  /** the `id` of an event of the same snapshot (2-resources.md:315) */
  event_id?: string | null;
  /** first day of the coverage (2-resources.md:316) */
  effective_start_date?: string | null;
  /** last day of the coverage; `9999-12-31` when there is none (2-resources.md:317) */
  effective_end_date?: string | null;
  /** day of the latest change (2-resources.md:318) */
  latest_change_effective_date?: string | null;
  /** amount insured; goes with a life coverage (2-resources.md:319) */
  volume?: number | null;
}

/** Snapshot event as an answer gives it back: what was not submitted may be null. (2-resources.md:326) */
export interface SnapshotEventEcho {
  /** what `event_id` elsewhere in the snapshot refers to (2-resources.md:330) */
  id?: string | null;
  /** when it took place (2-resources.md:331) */
  date?: string | null;
  /** why (2-resources.md:332) */
  reason?: string | null;
  /** what kind of event (2-resources.md:333) */
  type?: string | null;
}

/** The type of what each schema accepts. */
export interface SchemaTypes {
  "group": Group;
  "page-meta": PageMeta;
  "group-page": GroupPage;
  "renewal-decision-page": RenewalDecisionPage;
  "snapshot-page": SnapshotPage;
  "group-data": GroupData;
  "group-connection": GroupConnection;
  "group-connection-input": GroupConnectionInput;
  "renewal-decision": RenewalDecision;
  "renewal-body": RenewalBody;
  "renewal-carrier": RenewalCarrier;
  "renewal-line": RenewalLine;
  "renewal-plan": RenewalPlan;
  "renewal-issue": RenewalIssue;
  "renewal-decision-input": RenewalDecisionInput;
  "renewal-body-input": RenewalBodyInput;
  "renewal-carrier-input": RenewalCarrierInput;
  "renewal-line-input": RenewalLineInput;
  "renewal-plan-input": RenewalPlanInput;
  "member-snapshot-input": MemberSnapshotInput;
  "employee": Employee;
  "dependent": Dependent;
  "person": Person;
  "coverage": Coverage;
  "enrolled-member": EnrolledMember;
  "snapshot-event": SnapshotEvent;
  "snapshot": Snapshot;
  "created-member": CreatedMember;
  "fulfillment-entry": FulfillmentEntry;
  "snapshot-list-item": SnapshotListItem;
  "token-request": TokenRequest;
  "token-response": TokenResponse;
  "unauthorized": Unauthorized;
  "unauthorized-detail": UnauthorizedDetail;
  "member-snapshot-echo": MemberSnapshotEcho;
  "employee-echo": EmployeeEcho;
  "dependent-echo": DependentEcho;
  "person-echo": PersonEcho;
  "coverage-echo": CoverageEcho;
  "enrolled-member-echo": EnrolledMemberEcho;
  "snapshot-event-echo": SnapshotEventEcho;
}
