// One of the community's pictures.
import { OnePicture } from '../../projects/edit/OnePicture'
import { useSitePicture, type Which } from './queries'

type SitePictureProps = { which: Which; label: string; hint: string; src: string | undefined; /** The shape of the frame. */ className: string }

export function SitePicture({ which, label, hint, src, className }: SitePictureProps) {
  return (
    <section aria-label={label}>
      <OnePicture
        label={`Choose the ${label.toLowerCase()}`}
        shown={
          <div className={`grid shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-surface ${className}`}>
            {src ? <img src={src} alt={`The present ${label.toLowerCase()}`} className="size-full object-contain" /> : <span className="text-caption text-faint">None</span>}
          </div>
        }
        title={<h2 className="mb-2 font-sans text-small font-medium">{label}</h2>}
        hint={hint}
        choose={src ? 'Change' : 'Choose a picture'}
        remove={src ? 'Remove' : undefined}
        change={useSitePicture(which)}
      />
    </section>
  )
}
