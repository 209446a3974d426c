/** Loaded first under Wine 8, where connections to this machine fail once they are kept alive. */
import { Socket } from 'node:net';

Socket.prototype.setKeepAlive = function () {
  return this;
};
