/** Requests for the rules of the organization that a file breaks, and for the places where its config sets them. */
import { ratingOfPush, shownAs } from '../../../core/checks/rating.js';
import type { BrokenRuleInFile, PlaceOfRule, RuleParams } from '../../../core/protocol.js';
import { brokenRulesRequest, ruleRequest } from '../../../core/protocol.js';
import { policyRules } from '../../../core/targeting/rules/policy.js';
import type { Capability } from '../../session.js';

export const rules: Capability = ({ connection, project, ratingFor, report, onRequest }) => {
  onRequest(ruleRequest, null, (params) => placeOf(params) ?? null);
  connection.onRequest(
    brokenRulesRequest,
    report<{ readonly uri: string }, readonly BrokenRuleInFile[] | null>(null, ({ uri, problems }) => {
      const rating = ratingOfPush(ratingFor(uri));
      const found = problems.flatMap((problem): readonly BrokenRuleInFile[] => {
        const { breaks } = problem;
        const shown = breaks && shownAs(problem, rating);
        if (shown?.severity !== 'error' && shown?.severity !== 'warning') return [];
        const [environment] = breaks?.environments ?? [];
        const place = breaks && placeOf({ uri, rule: breaks.rule, ...(environment !== undefined && { environment }) });
        return place === undefined ? [] : [{ severity: shown.severity, message: shown.message, place }];
      });
      return [...new Map(found.map((each) => [each.message, each])).values()];
    }),
  );
  return {};

  function placeOf({ uri, rule, environment }: RuleParams): PlaceOfRule | undefined {
    const config = project.config(uri);
    const known = policyRules.find((each) => each === rule);
    const found = known && config?.parsed.ruleAt(known, environment);
    return config && found && { uri: config.uri, ...found };
  }
};
