/** The shape of the file that keeps the targetings. Fields that are missing are those of a freshly made toggle. */
import { content, prerequisite } from './grammar.js';
import {
  freshTargeting,
  type Approval,
  type ApprovalRequest,
  type State,
  type Targeting,
  type Version,
} from './model.js';
import { dictionary, flag, integer, list, record, scalars, text, type Reader } from './reading.js';

const state = { version: integer, disabled: flag, comment: text, content };
const missing: State = { version: 1, disabled: true, content: {}, comment: '' };
const nobody: Approval = { status: 'PENDING', by: '', time: '', comment: undefined };

const approval = complete<Approval>(
  record({ status: oneOf('PENDING', 'PASS', 'REJECT', 'REVOKE'), by: text, time: text, comment: text }),
  nobody,
);
const version = complete<Version>(record({ ...state, createdBy: text, createdTime: text, approval }), {
  ...missing,
  createdBy: '',
  createdTime: '',
});
const request = complete<ApprovalRequest>(
  record({
    ...state,
    reviewers: names,
    submitBy: text,
    createdTime: text,
    sketch: oneOf('PENDING', 'RELEASE', 'CANCEL', 'REVOKE'),
    approval,
  }),
  { ...missing, reviewers: [], submitBy: '', createdTime: '', sketch: 'PENDING', approval: nobody },
);
const targeting = complete<Targeting>(
  record({
    ...state,
    status: oneOf('RELEASE', 'PENDING_APPROVAL', 'PENDING_RELEASE', 'REJECT'),
    trackAccessEvents: flag,
    requires: list(prerequisite),
    modifiedBy: text,
    modifiedTime: text,
    versions: list(version),
    request,
  }),
  { ...freshTargeting([], '', ''), ...missing },
);

export const storedTargetings = dictionary(targeting);

function complete<T>(reader: Reader<Partial<T>>, otherwise: T): Reader<T> {
  return (value, wrong) => {
    const read = reader(value, wrong);
    return read === undefined ? undefined : { ...otherwise, ...read };
  };
}

function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value) => words.find((word) => word === value);
}

function names(...[value, wrong]: Parameters<Reader<readonly string[]>>): readonly string[] | undefined {
  return scalars(text)(value, wrong)?.flatMap((name) => name ?? []);
}
