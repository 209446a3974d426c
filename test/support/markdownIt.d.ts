declare module 'markdown-it' {
  interface Token {
    readonly type: string;
    readonly tag: string;
    readonly content: string;
    readonly children: readonly Token[] | null;
  }

  export default class MarkdownIt {
    constructor(options: { readonly html: boolean });
    parse(markdown: string, environment: object): readonly Token[];
  }
}
