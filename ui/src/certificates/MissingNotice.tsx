// Warns before a certificate is printed that some characters of the name would be missing on it.
import { TriangleAlert } from '../kit/icons'
import { missingText } from './adminRules'

export function MissingNotice({ missing }: { missing: readonly string[] | undefined }) {
  return (
    <div role="status" className={missing?.length ? 'flex items-start gap-2 rounded-md bg-warn-tint px-4 py-3 text-small text-warn' : undefined}>
      {missing && missing.length > 0 && (
        <>
          <TriangleAlert aria-hidden size="1.1rem" className="mt-[0.15em] shrink-0" />
          <span>{missingText(missing)}</span>
        </>
      )}
    </div>
  )
}
