/** The build reads Markdown as text, of the README the section about the problems. */
declare module '*.md' {
  const text: string;
  export default text;
}
