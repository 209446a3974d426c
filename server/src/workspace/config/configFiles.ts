/** Finds the nearest targeting.config.json above a file. */
import type { Unreadable } from '../../core/checks/text/unreadable.js';
import { configFileName } from '../../core/targeting/fileNames.js';
import type { Bounds } from '../disk/bounds.js';
import type { ParsedConfig } from './config.js';
import { parseConfig, unreadableConfig } from './config.js';
import type { FileText } from '../disk/disk.js';
import type { NearestFile } from '../nearestFiles.js';
import { NearestFiles } from '../nearestFiles.js';

export type ConfigFile = NearestFile<ParsedConfig>;

export class ConfigFiles extends NearestFiles<ParsedConfig> {
  /** @param unreadable is called if a config exists but cannot be read */
  constructor(
    read: (uri: string) => FileText,
    bounds: Pick<Bounds, 'topOf' | 'outside'>,
    unreadable?: (uri: string, reason: Unreadable) => void,
  ) {
    const parse = (text: string | Unreadable, uri: string) => {
      if (typeof text === 'string') return parseConfig(text);
      unreadable?.(uri, text);
      return unreadableConfig(text);
    };
    super({ name: configFileName, read, parse, bounds });
  }
}
