/** Stands in for @vscode/deviceid, which would store an identity of this machine for telemetry. */
export function getDeviceId() {
  return Promise.resolve('00000000-0000-4000-8000-000000000000');
}
