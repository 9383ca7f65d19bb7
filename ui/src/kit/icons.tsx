// The icons in use, by the names we use. Their shapes are in icons.svg: add a line here, then `npm run icons`.
import type { SVGProps } from 'react'
import sprite from './icons.svg'

export type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

/* @__NO_SIDE_EFFECTS__ */
function icon(name: string) {
  return ({ size = 24, ...rest }: IconProps) => (
    <svg width={size} height={size} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" {...rest}>
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

export const ArrowLeft = icon('arrow-left')
export const ArrowRight = icon('arrow-right')
export const ArrowUp = icon('arrow-up')
export const ArrowUpRight = icon('arrow-up-right')
export const Award = icon('award')
export const CalendarDays = icon('calendar-days')
export const CalendarPlus = icon('calendar-plus')
export const Camera = icon('camera')
export const Check = icon('check')
export const ChevronDown = icon('chevron-down')
export const ChevronLeft = icon('chevron-left')
export const ChevronRight = icon('chevron-right')
export const ChevronUp = icon('chevron-up')
export const CircleAlert = icon('circle-alert')
export const CircleCheck = icon('circle-check')
export const Clock = icon('clock')
export const Copy = icon('copy')
export const Download = icon('download')
export const Ellipsis = icon('ellipsis')
export const Eye = icon('eye')
export const Flame = icon('flame')
export const FolderOpen = icon('folder-open')
export const Gift = icon('gift')
export const Globe = icon('globe')
export const House = icon('house')
export const Info = icon('info')
export const Layers = icon('layers')
export const LogIn = icon('log-in')
export const LogOut = icon('log-out')
export const Mail = icon('mail')
export const MapPin = icon('map-pin')
export const Medal = icon('medal')
export const MenuIcon = icon('menu')
export const MessageCircle = icon('message-circle')
export const Moon = icon('moon')
export const Pencil = icon('pencil')
export const Play = icon('play')
export const Plus = icon('plus')
export const Printer = icon('printer')
export const QrCode = icon('qr-code')
export const RefreshCw = icon('refresh-cw')
export const Search = icon('search')
export const Settings = icon('settings')
export const Share2 = icon('share-2')
export const Star = icon('star')
export const Sun = icon('sun')
export const Trash2 = icon('trash-2')
export const TriangleAlert = icon('triangle-alert')
export const User = icon('user')
export const Users = icon('users')
export const X = icon('x')
