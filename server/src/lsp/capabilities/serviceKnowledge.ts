/** What the client has read of services. */
import { serviceKnowledgeNotification } from '../../protocol.js';
import type { Capability } from '../capability.js';

export const serviceKnowledge: Capability = ({ connection, services, fenced }) => {
  connection.onNotification(serviceKnowledgeNotification, (knowledge) =>
    fenced(undefined, () => services.learn(knowledge)),
  );
  return {};
};
