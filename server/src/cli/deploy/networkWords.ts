import { t } from '../../core/t.js';
import type { NetworkWords } from '../../service/http/answers/failureReason.js';

/** Network errors refer to environment variables, because the command line lacks the editor's settings (access.ts). */
export const networkWords: NetworkWords = {
  unreachable: (host, cause) =>
    t(
      '{0} cannot be reached: {1}. Check the base URL, the network, and the environment variables HTTPS_PROXY and NO_PROXY.',
      host,
      cause,
    ),
  untrusted: (host, cause) =>
    t(
      "the certificate of {0} is not trusted: {1}. Name the file of your company's CA in the environment variable NODE_EXTRA_CA_CERTS.",
      host,
      cause,
    ),
};
