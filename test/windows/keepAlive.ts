/** Loaded first under Wine 8, where connections to this machine fail if they are kept alive. */
import { Socket } from 'node:net';

Socket.prototype.setKeepAlive = function () {
  return this;
};
