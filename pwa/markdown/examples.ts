/** The pair of input and output that `renderMarkdown` makes of an example. */
export const EXAMPLE_PAIR = 'example-pair'

/** Whether a statement that was drawn brings an example of its own: the sample tests need not stand below it then. */
export const bringsExample = (drawn: ParentNode): boolean => drawn.querySelector(`.${EXAMPLE_PAIR}`) !== null
