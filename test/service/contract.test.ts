/**
 * Tests every fact of service.md B that the extension uses or will use, by default at the embedded service.
 * Pointed at a real server, the tests hold service.md itself to what that server does:
 *
 *     TARGETING_CONTRACT_URL=https://toggles.example.com TARGETING_CONTRACT_TOKEN=api-… TARGETING_CONTRACT_PROJECT=P \
 *     TARGETING_CONTRACT_ENVIRONMENT=dev \
 *     npx vitest run --config test/vitest.config.mts service/contract
 *
 * The token is that of an owner, the environment requires no approval, and the project has a segment. Tests of approvals are
 * left out without TARGETING_CONTRACT_APPROVAL_ENVIRONMENT, which requires approval, and TARGETING_CONTRACT_COLLEAGUE_TOKEN,
 * of someone who reviews there and owns nothing.
 *
 * Every test makes a toggle `contract_…` and archives it at the end, because nothing can be deleted there: choose a project
 * where that does not matter. Nothing else is changed, and no request is left waiting.
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

describe('Targeting', targetings);
describe('A request body', leniency);
describe('Storage limits', limits);
describe('Checks', checked);
describe('The history', history);
describe('A refusal', refusals);
describe('A request for approval', submission);
describe('An approval decision', decisions);
describe('Publishing an approved change', publication);
describe('Withdrawing a change', withdrawal);
describe('Toggles', toggles);
describe('The related resources of a toggle', surroundings);
