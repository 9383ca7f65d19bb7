// Every component in every state, in development only (/kit).
import { useState, type ReactNode } from 'react'
import { useQueryState } from '../../lib/queryState'
import { useDocumentTitle } from '../../lib/title'
import { Avatar } from '../Avatar'
import { Button, ButtonLink, IconButton } from '../Button'
import { CaptchaBox } from '../captcha/CaptchaBox'
import { Card, CardLink } from '../Card'
import { Chip, type Tone } from '../Chip'
import { CopyButton, ShareButton } from '../CopyButton'
import { ConfirmDialog, Dialog } from '../layers/Dialog'
import { KitFields } from './KitFields'
import { Ellipsis, Pencil, Plus, Star, Trash2 } from '../icons'
import { ExternalLink, Link } from '../Link'
import { Markdown } from '../Markdown'
import { Menu } from '../layers/Menu'
import { Container, PageHead, Section } from '../Page'
import { Pagination } from '../Pagination'
import { Progress } from '../Progress'
import { SearchField } from '../fields/SearchField'
import { Loading, Skeleton, SkeletonText, Spinner } from '../Skeleton'
import { SocialIcon } from '../SocialIcon'
import { Stat, StatRow } from '../Stat'
import { EmptyState, ErrorState } from '../States'
import { Table } from '../Table'
import { Tabs } from '../Tabs'
import { Time } from '../Time'
import { toast } from '../layers/Toast'
import type { Sort } from '../../lib/paging'
import { pageNumber } from '../../lib/paging'

const NAMES = ['Ada Lovelace', 'Łukasz Żółć', '王小明', 'محمد عبد الرحمن', 'नीलम शर्मा', 'Ольга Иванова', 'Bartholomew Featherstonehaugh-Cholmondeley the Third']
const AGO = new Date(Date.now() - 7_200_000).toISOString()
const TONES: Tone[] = ['neutral', 'good', 'warn', 'bad', 'info']

export default function KitPage() {
  useDocumentTitle('Kit')
  return (
    <Container>
      <PageHead
        title="The kit"
        lead="Every piece in every state. What looks wrong here looks wrong everywhere."
        actions={
          <>
            <Button>Secondary</Button>
            <Button variant="primary">Primary</Button>
          </>
        }
      />
      <Part title="Type">
        <h1>A heading of the first order</h1>
        <h2 className="mt-4">A heading of the second, 1234567890</h2>
        <h3 className="mt-3">A heading of the third</h3>
        <h4 className="mt-2">A heading of the fourth</h4>
        <p className="mt-3 text-lead text-soft">A lead says in a sentence what follows.</p>
        <p className="mt-2 max-w-measure">
          Body text with <Link to="/kit">a link within</Link>, <ExternalLink href="https://example.org/">one that leads away</ExternalLink>, <strong>weight</strong> and <code>code</code>. Made by people who build things together.
        </p>
        <p className="mt-2 text-small text-soft">Small and soft.</p>
        <p className="text-caption text-faint">A caption, faint.</p>
      </Part>
      <Buttons />
      <Part title="Fields">
        <KitFields />
      </Part>
      <Part title="Chips, avatars, marks">
        <Row>
          {TONES.map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
          <Chip icon={<Star aria-hidden size="0.9em" />}>
            Popular
          </Chip>
        </Row>
        <Row>
          {NAMES.map((name) => (
            <Avatar key={name} name={name} alt={name} />
          ))}
          <Avatar name="Broken" src="/assets/none.png" size={56} alt="Broken" />
          {['github', 'linkedIn', 'twitter', 'portfolio', 'discord', 'youtube', 'instagram', 'mastodon'].map((name) => (
            <SocialIcon key={name} name={name} />
          ))}
        </Row>
      </Part>
      <Cards />
      <Part title="Stats and progress">
        <StatRow>
          <Stat label="Community Members" value={1240} />
          <Stat label="Projects Built" value={undefined} />
          <Stat label="Events Hosted" value={30} loading />
        </StatRow>
        <div className="mt-6 max-w-120 space-y-3">
          <Progress label="Registration" value={12} max={50} text="12 of 50 places" />
          <Progress label="Full" value={70} max={50} />
        </div>
      </Part>
      <TabsPart />
      <Overlays />
      <TablePart />
      <Part title="States">
        <div className="grid gap-5 md:grid-cols-3">
          <Card>
            <EmptyState heading="h3" drawing="search" title="No Projects Found" text="Try adjusting your filters or search terms" action={<Button>Clear filters</Button>} />
          </Card>
          <Card>
            <ErrorState heading="h3" message="Failed to load projects" onRetry={() => {}} />
          </Card>
          <Card>
            <EmptyState heading="h3" drawing="medal" title="No Badges Yet" text="Submit projects and participate in events to earn badges!" />
          </Card>
        </div>
        <Row>
          {(['box', 'search', 'broken', 'lost', 'calendar', 'talk', 'medal', 'people'] as const).map((name) => (
            <EmptyState key={name} heading="h3" drawing={name} title={name} className="py-2!" />
          ))}
        </Row>
      </Part>
      <Part title="Time">
        <p>
          <Time value="2026-03-01" /> · <Time value="2026-03-01T17:00:00Z" shape="dateTime" zoned /> · <Time value={AGO} ago />
        </p>
      </Part>
      <Part title="Captcha">
        <CaptchaBox config={{ provider: 'builtin' }} onToken={(token) => token && toast('Solved')} />
      </Part>
      <Part title="Markdown">
        <Markdown html='<h2>What we collect</h2><p>As little as we can. <a href="/privacy">Read more</a>.</p><ul><li>Your name</li><li>Your address, <code>x@example.org</code></li></ul><blockquote><p>Said somebody.</p></blockquote><pre><code>cargo run -- serve</code></pre>' />
      </Part>
    </Container>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title} className="border-t border-line py-10!">
      {children}
    </Section>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap items-center gap-3">{children}</div>
}

function Buttons() {
  return (
    <Part title="Buttons">
      {([undefined, 'busy', 'disabled'] as const).map((state) => (
        <Row key={state ?? 'rest'}>
          {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
            <Button key={variant} variant={variant} busy={state === 'busy'} busyText="Saving…" disabled={state === 'disabled'}>
              {variant}
            </Button>
          ))}
        </Row>
      ))}
      <Row>
        <Button size="sm">Small</Button>
        <Button variant="primary" icon={<Plus aria-hidden size="1.1em" />}>
          With icon
        </Button>
        <ButtonLink to="/kit" size="lg" variant="primary">
          Large link
        </ButtonLink>
        <IconButton label="Edit" icon={<Pencil aria-hidden size="1.2rem" />} />
        <CopyButton text="https://example.org/certificates/1" />
        <ShareButton title="The kit" />
      </Row>
    </Part>
  )
}

function Cards() {
  return (
    <Part title="Cards and skeletons">
      <div className="grid gap-5 md:grid-cols-3">
        <Card as="article" interactive>
          <h3>
            <CardLink to="/kit?card">A card that is a link</CardLink>
          </h3>
          <p className="mt-2 text-soft">The title stretches over all of it, the button stays above.</p>
          <Button size="sm" className="above mt-4" onClick={() => toast('Above')}>
            Above
          </Button>
        </Card>
        <Card>
          <h3>A card at rest</h3>
          <p className="mt-2 text-soft">Hairline, paper, nothing else.</p>
        </Card>
        <Card>
          <Loading label="Loading cards…">
            <Skeleton className="mb-4 h-6 w-2/3" />
            <SkeletonText lines={3} />
          </Loading>
        </Card>
      </div>
      <Row>
        <Spinner /> <Spinner size="2rem" />
      </Row>
    </Part>
  )
}

function TabsPart() {
  const [{ tab }, set] = useQueryState({ tab: 'projects' })
  const tabs = ['Projects', 'Badges & Achievements', 'Events', 'Certificates'].map((label, at) => ({ id: label.toLowerCase().split(' ')[0]!, label, count: at * 3, panel: <p>{label}</p> }))
  return (
    <Part title="Tabs">
      <Tabs label="Profile" tabs={tabs} value={tab} onChange={(id) => set({ tab: id }, { push: true })} />
    </Part>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <Part title="Dialogs, menus, toasts">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Ask first</Button>
        <Menu
          label="More"
          trigger={<Ellipsis aria-hidden size="1.25rem" className="m-auto" />}
          triggerClassName="grid rounded-md border border-strong"
          align="start"
          items={[
            { label: 'Edit', icon: <Pencil aria-hidden size="1.1rem" />, onSelect: () => toast('Edit') },
            { label: 'A link', to: '/kit' },
            { label: 'Delete', danger: true, icon: <Trash2 aria-hidden size="1.1rem" />, onSelect: () => toast.error('Failed to delete') },
          ]}
        />
        <Button onClick={() => toast('Task "Bring a laptop" marked as completed!')}>Toast</Button>
        <Button onClick={() => toast('Comment deleted', { undo: () => toast('Restored') })}>Toast with undo</Button>
        <Button onClick={() => toast.error('Failed to upvote project')}>Error toast</Button>
      </Row>
      <Dialog open={open === 'dialog'} onClose={close} title="A dialog" footer={<Button onClick={close}>Done</Button>}>
        <p>Escape, the cross and a click beside it close it.</p>
      </Dialog>
      <ConfirmDialog open={open === 'confirm'} onClose={close} onConfirm={close} title="Delete “Kite with a camera”?" confirmLabel="Delete project">
        <p>Its comments and upvotes go with it. This cannot be undone.</p>
      </ConfirmDialog>
    </Part>
  )
}

const ROWS = NAMES.map((name, at) => ({ id: `m${at}`, name, role: at ? 'Member' : 'Admin', projects: (at * 7) % 5 }))

function TablePart() {
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'asc' })
  const [selected, setSelected] = useState(new Set(['m1']))
  const [{ page, search }, set] = useQueryState({ page: '1', search: '' })
  return (
    <Part title="Table, search, pages">
      <SearchField label="Search members" value={search} onSearch={(value) => set({ search: value })} className="mb-4 max-w-80" />
      <Table
        caption="Members"
        rows={ROWS.filter((row) => row.name.toLowerCase().includes(search.toLowerCase())).sort((a, b) => a.name.localeCompare(b.name) * (sort.direction === 'asc' ? 1 : -1))}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        columns={[
          { key: 'name', header: 'Name', primary: true, sortable: true, cell: (row) => <bdi>{row.name}</bdi> },
          { key: 'role', header: 'Role', cell: (row) => <Chip tone={row.role === 'Admin' ? 'info' : 'neutral'}>{row.role}</Chip> },
          { key: 'projects', header: 'Projects', numeric: true, sortable: true, cell: (row) => row.projects },
        ]}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        bulk={<Button size="sm">Mail</Button>}
        empty={<EmptyState heading="h3" title="Nobody found" drawing="people" />}
      />
      <Pagination page={pageNumber(page)} total={400} pageSize={24} />
    </Part>
  )
}
