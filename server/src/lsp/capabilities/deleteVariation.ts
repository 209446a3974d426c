import { variationDeletion } from '../../features/deleteVariation.js';
import type { VariationDeletion } from '../../protocol.js';
import { deleteVariationRequest } from '../../protocol.js';
import type { Capability } from '../capability.js';

export const deleteVariationRequests: Capability = ({ connection, answer }) => {
  connection.onRequest(deleteVariationRequest, (params) =>
    answer<VariationDeletion>(params.uri, { kind: 'changed' }, (open) => variationDeletion(open, params)),
  );
  return {};
};
