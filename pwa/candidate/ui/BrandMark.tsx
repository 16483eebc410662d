import './mark.css'

/** The mark: a root gripping the rock. Drawn in the tile's own ink, so it holds on both themes. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect className="mark-tile" width="28" height="28" rx="6.5" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeWidth="1.7">
        <path d="M14 5.2v17" />
        <path d="M14 9.2c0 4.4-2.2 6.1-4 8.4-.9 1.2-1.5 2.5-1.6 4.2" />
        <path d="M14 9.2c0 4.4 2.2 6.1 4 8.4.9 1.2 1.5 2.5 1.6 4.2" />
        <path d="M13.6 8.6c-1 3.4-3.6 4.6-5.9 6.2-1.3 1-2.1 2.2-2.4 4" />
        <path d="M14.4 8.6c1 3.4 3.6 4.6 5.9 6.2 1.3 1 2.1 2.2 2.4 4" />
        <path d="M14 13.4c-.2 3.6-2.4 5.2-2.7 8.6" />
        <path d="M14 13.4c.2 3.6 2.4 5.2 2.7 8.6" />
      </g>
    </svg>
  )
}

export function Brand({ size }: { size?: number }) {
  return (
    <span className="brand">
      <BrandMark size={size} />
      Holdfast
    </span>
  )
}
