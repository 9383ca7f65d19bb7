// The terms of service that come with the program.
import { Link } from '../kit/Link'
import { paths } from '../paths'
import { useSite } from '../sessions/SiteProvider'
import { Contact, LegalText, type LegalSection } from './LegalText'
import { OwnLegalText } from './OwnLegalText'

const UPDATED = '2026-11-28'
const ALSO = { to: paths.privacy(), label: 'Privacy Policy' }

export default function TermsPage() {
  const site = useSite()
  const name = site?.name ?? 'this community'
  if (site?.hasOwnTerms) return <OwnLegalText name="terms" title="Terms of Service" also={ALSO} />
  return (
    <LegalText
      title="Terms of Service"
      lead={
        <>
          The rules of <bdi>{name}</bdi>, in plain words. By using the site you accept them.
        </>
      }
      updated={UPDATED}
      sections={sections(name, site?.contactEmail || undefined)}
      also={ALSO}
    />
  )
}

const sections = (name: string, email: string | undefined): LegalSection[] => [
  {
    id: 'introduction',
    title: 'Introduction',
    body: (
      <>
        <p>
          This is the website of <bdi>{name}</bdi> (“this community”, “we”). Members show projects here, register for events, and receive badges and certificates; everybody may look around.
        </p>
        <p>
          These terms are the agreement between you and the people who run this site. If you do not agree with them, please do not use it. How we handle personal data is described in the <Link to={paths.privacy()}>Privacy Policy</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'guidelines',
    title: 'Community guidelines',
    body: (
      <>
        <p>This community depends on people who share what they make. So:</p>
        <ul>
          <li>Be kind and assume good intent. Criticise work, not people.</li>
          <li>No harassment, threats, hate, or discrimination of any kind, whether on the site or at an event.</li>
          <li>Give credit. Name the people who built a project with you and the work that it stands on.</li>
          <li>Be honest. No bought or traded upvotes, no invented achievements, no second accounts to get around a decision.</li>
          <li>Keep to the point. No spam and no advertising in comments or project pages.</li>
          <li>At events, follow what the hosts and the venue ask of you.</li>
        </ul>
        <p>If you see something that breaks these rules, please tell us.</p>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'Account responsibilities',
    body: (
      <>
        <p>You may look around without an account. To take part you sign in with an e-mail address that is yours. You agree to:</p>
        <ul>
          <li>give a name that others may call you, and keep what you tell about yourself true;</li>
          <li>keep access to your e-mail account safe, and never pass a sign-in link on: whoever has it can act as you;</li>
          <li>tell us when you think that somebody else has used your account;</li>
          <li>answer for what happens through your account until then.</li>
        </ul>
        <p>One person, one account. You must be at least 13 years old, or older where the law of your country says so.</p>
      </>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    body: (
      <>
        <p>
          <strong>What you make stays yours.</strong> You keep all rights to your projects, texts, pictures and code.
        </p>
        <p>
          By publishing something here you grant this community a non-exclusive, royalty-free, worldwide licence to store it, to display it on this site, and to show it in previews and announcements that point to it. The licence ends when you delete it, apart from copies that others have made of what was public, and from what must be kept for legal reasons.
        </p>
        <p>Publish only what you have the right to publish. The licence of linked code is the one that its repository names. The name and the marks of this community stay its own.</p>
      </>
    ),
  },
  {
    id: 'restrictions',
    title: 'Content restrictions',
    body: (
      <>
        <p>Do not publish, link to or send through this site:</p>
        <ul>
          <li>anything that is against the law, or that asks others to break it;</li>
          <li>malware, phishing, or code that harms those who run it;</li>
          <li>other people’s personal data without their consent;</li>
          <li>work that infringes somebody’s copyright, trademark or other rights;</li>
          <li>sexual content, glorified violence, or anything made to hurt or humiliate;</li>
          <li>misleading content that poses as another person, project or organisation.</li>
        </ul>
        <p>
          Do not attack the site either: no attempts to get around its limits, to read what is not yours to read, or to put more load on it than a person would. If you find a weakness, report it to us before anybody else; we will not hold an honest report against you.
        </p>
        <p>Projects are reviewed before they appear. We may decline, hide or remove content, and say why.</p>
      </>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <>
        <p>You may stop using the site and delete your account at any time.</p>
        <p>We may suspend or close an account that breaks these terms. Unless it is urgent, we warn first and listen to your side. Certificates that were earned honestly stay verifiable afterwards, so that those who rely on them are not let down.</p>
        <p>We may also change or end the site, or parts of it. If it is to end, we will say so early enough for you to take your data with you.</p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>The site is offered as it is and as available, mostly by volunteers and without charge. We do not promise that it is free of errors, always reachable, or fit for a particular purpose.</p>
        <p>Projects, comments and events are the responsibility of those who publish or host them. Look before you run somebody’s code. We do not check what lies behind links to other sites.</p>
        <p>As far as the law allows, we are not liable for indirect damage, lost data or lost profit that comes from using the site. Nothing in these terms limits liability for intent, gross negligence, injury to life or health, or whatever else the law does not let us limit.</p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        These terms may change as the site grows. The day of the last change stands at the top of this page. We announce changes that matter on the site or by e-mail before they take effect. Whoever goes on using the site after that day accepts them; whoever does not may delete the account.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        For questions about these terms, or to report something, <Contact email={email} />.
      </p>
    ),
  },
]
