/**
 * The words of an option, exactly as staff wrote them, spaces and lines included. They are no Markdown: `<b>`, `a*b*c`
 * or `1.` may be the answer itself.
 */
export const OptionText = ({ text }: { text: string }) => (
  <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 4 }}>{text}</span>
)
