/** Lists the bundled packages, but no build tools, in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
import { bundledPackages } from './bundled.mjs';

/**
 * @param {{ name: string, version: string, license: string }} product
 * @param {readonly string[]} bundles
 */
export function sbom({ name, version, license }, bundles) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component('application', { name, version, license }) },
    components: bundledPackages(bundles).map((each) => component('library', each)),
  };
}

/**
 * @param {'application' | 'library'} type
 * @param {{ name: string, version: string, license: string }} of
 */
function component(type, { name, version, license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type, 'bom-ref': purl, name, version, licenses: [{ expression: license }], purl };
}
