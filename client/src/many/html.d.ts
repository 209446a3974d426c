/** esbuild.mjs puts the page's style and script into it. */
declare module '*.html' {
  const text: string;
  export default text;
}
