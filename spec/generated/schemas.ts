// Generated from spec/documents by `npm run spec`. Edit the documents, not this file.
import Group from './schemas/group.json' with { type: 'json' };
import PageMeta from './schemas/page-meta.json' with { type: 'json' };
import GroupPage from './schemas/group-page.json' with { type: 'json' };
import RenewalDecisionPage from './schemas/renewal-decision-page.json' with { type: 'json' };
import SnapshotPage from './schemas/snapshot-page.json' with { type: 'json' };
import GroupData from './schemas/group-data.json' with { type: 'json' };
import GroupConnection from './schemas/group-connection.json' with { type: 'json' };
import GroupConnectionInput from './schemas/group-connection-input.json' with { type: 'json' };
import RenewalDecision from './schemas/renewal-decision.json' with { type: 'json' };
import RenewalBody from './schemas/renewal-body.json' with { type: 'json' };
import RenewalCarrier from './schemas/renewal-carrier.json' with { type: 'json' };
import RenewalLine from './schemas/renewal-line.json' with { type: 'json' };
import RenewalPlan from './schemas/renewal-plan.json' with { type: 'json' };
import RenewalIssue from './schemas/renewal-issue.json' with { type: 'json' };
import RenewalDecisionInput from './schemas/renewal-decision-input.json' with { type: 'json' };
import RenewalBodyInput from './schemas/renewal-body-input.json' with { type: 'json' };
import RenewalCarrierInput from './schemas/renewal-carrier-input.json' with { type: 'json' };
import RenewalLineInput from './schemas/renewal-line-input.json' with { type: 'json' };
import RenewalPlanInput from './schemas/renewal-plan-input.json' with { type: 'json' };
import MemberSnapshotInput from './schemas/member-snapshot-input.json' with { type: 'json' };
import Employee from './schemas/employee.json' with { type: 'json' };
import Dependent from './schemas/dependent.json' with { type: 'json' };
import Person from './schemas/person.json' with { type: 'json' };
import Coverage from './schemas/coverage.json' with { type: 'json' };
import EnrolledMember from './schemas/enrolled-member.json' with { type: 'json' };
import SnapshotEvent from './schemas/snapshot-event.json' with { type: 'json' };
import Snapshot from './schemas/snapshot.json' with { type: 'json' };
import CreatedMember from './schemas/created-member.json' with { type: 'json' };
import FulfillmentEntry from './schemas/fulfillment-entry.json' with { type: 'json' };
import SnapshotListItem from './schemas/snapshot-list-item.json' with { type: 'json' };
import TokenRequest from './schemas/token-request.json' with { type: 'json' };
import TokenResponse from './schemas/token-response.json' with { type: 'json' };
import Unauthorized from './schemas/unauthorized.json' with { type: 'json' };
import UnauthorizedDetail from './schemas/unauthorized-detail.json' with { type: 'json' };
import MemberSnapshotEcho from './schemas/member-snapshot-echo.json' with { type: 'json' };
import EmployeeEcho from './schemas/employee-echo.json' with { type: 'json' };
import DependentEcho from './schemas/dependent-echo.json' with { type: 'json' };
import PersonEcho from './schemas/person-echo.json' with { type: 'json' };
import CoverageEcho from './schemas/coverage-echo.json' with { type: 'json' };
import EnrolledMemberEcho from './schemas/enrolled-member-echo.json' with { type: 'json' };
import SnapshotEventEcho from './schemas/snapshot-event-echo.json' with { type: 'json' };

export default {
  "group": Group,
  "page-meta": PageMeta,
  "group-page": GroupPage,
  "renewal-decision-page": RenewalDecisionPage,
  "snapshot-page": SnapshotPage,
  "group-data": GroupData,
  "group-connection": GroupConnection,
  "group-connection-input": GroupConnectionInput,
  "renewal-decision": RenewalDecision,
  "renewal-body": RenewalBody,
  "renewal-carrier": RenewalCarrier,
  "renewal-line": RenewalLine,
  "renewal-plan": RenewalPlan,
  "renewal-issue": RenewalIssue,
  "renewal-decision-input": RenewalDecisionInput,
  "renewal-body-input": RenewalBodyInput,
  "renewal-carrier-input": RenewalCarrierInput,
  "renewal-line-input": RenewalLineInput,
  "renewal-plan-input": RenewalPlanInput,
  "member-snapshot-input": MemberSnapshotInput,
  "employee": Employee,
  "dependent": Dependent,
  "person": Person,
  "coverage": Coverage,
  "enrolled-member": EnrolledMember,
  "snapshot-event": SnapshotEvent,
  "snapshot": Snapshot,
  "created-member": CreatedMember,
  "fulfillment-entry": FulfillmentEntry,
  "snapshot-list-item": SnapshotListItem,
  "token-request": TokenRequest,
  "token-response": TokenResponse,
  "unauthorized": Unauthorized,
  "unauthorized-detail": UnauthorizedDetail,
  "member-snapshot-echo": MemberSnapshotEcho,
  "employee-echo": EmployeeEcho,
  "dependent-echo": DependentEcho,
  "person-echo": PersonEcho,
  "coverage-echo": CoverageEcho,
  "enrolled-member-echo": EnrolledMemberEcho,
  "snapshot-event-echo": SnapshotEventEcho,
};
