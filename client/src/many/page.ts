/** What extension and page of the table of many files say to each other. Types alone: both sides import them. */
export type ToPage =
  | { readonly kind: 'table'; readonly table: PageTable }
  /** Above the table, and in one row where something has come of it. */
  | ({ readonly kind: 'change'; readonly row?: PageState } & PageHead);

export type FromPage =
  /** It listens now, for the first time or after it was hidden. */
  | { readonly kind: 'ready' | PageButton['action'] }
  | { readonly kind: 'choose'; readonly uri: string; readonly chosen: boolean }
  | { readonly kind: 'choose-all'; readonly chosen: boolean }
  | { readonly kind: 'open' | 'diff' | 'push-alone' | 'problems'; readonly uri: string };

export interface PageHead {
  readonly summary: string;
  readonly buttons: readonly PageButton[];
}

export interface PageButton {
  readonly action: 'push' | 'cancel' | 'again';
  readonly label: string;
  readonly enabled: boolean;
}

export interface PageTable extends PageHead {
  readonly title: string;
  /** Where all of them go; empty where they go to several places, which their rows say then. */
  readonly place: string;
  /** File, where it goes, what changes, state. */
  readonly columns: readonly string[];
  readonly chooseAll: string;
  readonly groups: readonly PageGroup[];
}

export interface PageGroup {
  readonly title: string;
  /** Folded, a line each. */
  readonly isFolded: boolean;
  readonly rows: readonly PageRow[];
}

export interface PageRow extends PageState {
  readonly file: string;
  readonly where: string;
  /** The first ones, and the words that unfold the others. */
  readonly changes: readonly string[];
  readonly moreChanges: readonly string[];
  readonly more: string;
  /** Undefined where there is nothing to choose. */
  readonly chosen: boolean | undefined;
  /** Its own tick alone chooses it. */
  readonly alone: boolean;
  /** The words of the button that shows the diff; undefined where there is none. */
  readonly diff: string | undefined;
  /** Those of the button that leads to the errors of the file; undefined where there are none. */
  readonly problems: string | undefined;
  /** Those of the button that pushes the file alone, with all questions; undefined where that helps nobody. */
  readonly pushAlone: string | undefined;
}

export interface PageState {
  readonly uri: string;
  /** For its looks. */
  readonly state: string;
  /** The state in a word. */
  readonly label: string;
  readonly words: string;
}
