/**
 * The texts of refusals in the two languages of the open-source server. The first accepted language decides: en-US and
 * zh-CN have words, any other gets the bare key of the message, and none means English. So no client can recognise a
 * conflict by its words.
 */
import type { Kind, Words } from './errors.js';

const messages: Readonly<Record<string, readonly [english: string, chinese: string]>> = {
  'validate.conflict_request': ['Request conflict, please try again', '操作冲突，请刷新重试'],
  'validate.approval.repeat': [
    'This toggle is already under approval, please do not repeat approval again.',
    '该开关已经在审批中，请勿重复发起审批。',
  ],
  'validate.approval.disable': ['Approval is not enabled.', '审批未启用'],
  'validate.datetime_format_error': ['Invalid datetime', '时间格式错误'],
  'validate.version_format_error': ['Invalid version', '版本格式错误'],
  'validate.number_format_error': ['Invalid number', '数字格式错误'],
  'validate.targeting_content_over_limit': ['Rule content length exceeded (<1M).', '规则大小超限（<1M）'],
  'validate.prerequisite.dependency.cycle': ['Toggle exist dependency cycle', '开关存在循环依赖'],
  'validate.prerequisite.deep.limit': ['Dependency depth exceeds maximum limit', '开关依赖超过最大深度'],
};

const chineseKinds: Readonly<Record<Kind, string>> = {
  Environment: '环境',
  Project: '项目',
  Segment: '人群',
  Targeting: '开关配置',
  Toggle: '开关',
};

type Language = 'english' | 'chinese' | 'unknown';

/** @param accepted the header Accept-Language */
export function say(words: Words, accepted: string | undefined): string {
  const language = languageOf(accepted);
  if (typeof words !== 'string') return sayNotFound(words, language);
  const [english = words, chinese = words] = messages[words] ?? [];
  return { english, chinese, unknown: words }[language];
}

function sayNotFound({ kind, name }: Exclude<Words, string>, language: Language): string {
  if (language === 'unknown') return 'resource.error.not_found';
  return language === 'chinese' ? `${chineseKinds[kind]} ${name} 不存在` : `${kind} ${name} not found`;
}

function languageOf(accepted: string | undefined): Language {
  if (accepted === undefined) return 'english';
  const [first = ''] = accepted.split(/[,;]/, 1);
  if (/^en-US$/i.test(first.trim())) return 'english';
  return /^zh(?:-Hans)?-CN$/i.test(first.trim()) ? 'chinese' : 'unknown';
}
