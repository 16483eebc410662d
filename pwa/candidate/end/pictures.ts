/** The camera's pictures as one item of the end page; by its name it is told from the work. */
export const PICTURES = 'Camera pictures'
