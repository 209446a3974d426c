/**
 * Every fact of service.md B that the extension uses or will use, each as one test. By default they hold the embedded service
 * to it.
 *
 * Pointed at a real server, they hold service.md itself to what that server does:
 *
 *     TARGETING_CONTRACT_URL=https://toggles.example.com TARGETING_CONTRACT_TOKEN=api-… TARGETING_CONTRACT_PROJECT=P \
 *     TARGETING_CONTRACT_ENVIRONMENT=dev \
 *     npx vitest run --config test/vitest.config.mts service/contract
 *
 * The token is that of an owner. The environment requires no approval, and the project has a segment. What is about approvals
 * needs two more, and is left out without them: TARGETING_CONTRACT_APPROVAL_ENVIRONMENT, where approval is required, and
 * TARGETING_CONTRACT_COLLEAGUE_TOKEN, of someone who reviews there and owns nothing.
 *
 * Every test makes a toggle of its own, `contract_…`, and archives it when it is over, because nothing can be deleted there:
 * take a project of which nobody minds that. Nothing else is changed, and no request is left waiting for anyone.
 */
import { describe } from 'vitest';
import { checked } from './contract/checked.js';
import { decisions } from './contract/decisions.js';
import { publication, withdrawal } from './contract/endings.js';
import { history } from './contract/history.js';
import { leniency } from './contract/leniency.js';
import { limits } from './contract/limits.js';
import { refusals } from './contract/refusals.js';
import { submission } from './contract/submissions.js';
import { surroundings } from './contract/surroundings.js';
import { targetings } from './contract/targetings.js';
import { toggles } from './contract/toggles.js';

describe('A targeting', targetings);
describe('A body', leniency);
describe('What cannot be stored', limits);
describe('What is checked', checked);
describe('The history', history);
describe('A refusal', refusals);
describe('A request for approval', submission);
describe('A decision', decisions);
describe('Publishing what was approved', publication);
describe('Withdrawing', withdrawal);
describe('Toggles', toggles);
describe('What surrounds a toggle', surroundings);
