// The community's mark and name, with a link to the home page.
import { Link } from '../kit/Link'
import { Skeleton } from '../kit/Skeleton'
import { monogram } from '../lib/monogram'
import { paths } from '../paths'
import { useSiteState } from '../sessions/SiteProvider'

export function Brand() {
  const { site, failed } = useSiteState()
  const name = site?.name ?? (failed ? 'Community' : undefined)
  return (
    <Link plain to={paths.home()} title={name} className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md text-ink no-underline">
      {site?.logoUrl ? (
        <img src={site.logoUrl} alt="" width={32} height={32} className="size-8 shrink-0 rounded-sm object-contain" />
      ) : (
        <span aria-hidden className="outlined grid size-8 shrink-0 place-items-center rounded-md bg-accent font-display text-small font-bold text-accent-on">
          {name && monogram(name)}
        </span>
      )}
      {name ? <bdi className="truncate font-display text-h4 font-bold tracking-tight">{name}</bdi> : <Skeleton className="h-5 w-32" />}
    </Link>
  )
}
