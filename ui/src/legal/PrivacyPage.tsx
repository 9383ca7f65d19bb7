// The privacy policy that comes with the program. It names only those third parties that this site uses.
import { Link } from '../kit/Link'
import { paths } from '../paths'
import { useSite, type Site } from '../sessions/SiteProvider'
import { Contact, LegalText, type LegalSection } from './LegalText'
import { OwnLegalText } from './OwnLegalText'

const UPDATED = '2026-11-28'
const ALSO = { to: paths.terms(), label: 'Terms of Service' }

export default function PrivacyPage() {
  const site = useSite()
  if (site?.hasOwnPrivacy) return <OwnLegalText name="privacy" title="Privacy Policy" also={ALSO} />
  return (
    <LegalText
      title="Privacy Policy"
      lead={
        <>
          What <bdi>{site?.name ?? 'this community'}</bdi> knows about you, why, and what you can do about it.
        </>
      }
      updated={UPDATED}
      sections={sections(site)}
      also={ALSO}
    />
  )
}

const CAPTCHAS: Record<string, string> = { recaptcha: 'Google reCAPTCHA', hcaptcha: 'hCaptcha', turnstile: 'Cloudflare Turnstile' }

function sections(site: Site | undefined): LegalSection[] {
  const name = site?.name ?? 'this community'
  const email = site?.contactEmail || undefined
  const google = Boolean(site?.signIn.googleClientId)
  const captcha = CAPTCHAS[site?.captcha.provider ?? '']
  const analytics = site?.analytics

  return [
    {
      id: 'data-we-collect',
      title: 'Data we collect',
      body: (
        <>
          <p>
            <bdi>{name}</bdi> (“this community”, “we”) runs this site on its own server. We keep what the site needs to work, and no more.
          </p>
          <h3 className="text-h4">Account information</h3>
          <p>
            <span>When you sign in by e-mail link, we store your e-mail address and the name that you choose.</span>
            {google && <span> When you sign in with Google, Google tells us your name, your e-mail address, the address of your profile picture, and the number by which it knows your account; we never see your password.</span>}
            <span> You may add a biography, links and answers to your profile. Those are public, your e-mail address is not.</span>
          </p>
          <h3 className="text-h4">Usage</h3>
          <p>
            <span>The server keeps your open sessions and counts failed sign-in attempts by network address and e-mail address, so that nobody can guess their way into an account; these counts are dropped after minutes. </span>
            <span>{analytics ? 'How often pages are viewed is counted, see “Third-party links”.' : 'Page views are counted by day and page, without cookies and without anything that identifies you.'}</span>
          </p>
          <h3 className="text-h4">Project data</h3>
          <p>We store the projects that you submit with their texts, links and team, your comments, and which projects you upvoted. Approved projects and comments are public with your name. Who upvoted what is shown to nobody but you and the administrators; others see the count.</p>
          <h3 className="text-h4">Event participation</h3>
          <p>We store which events you registered for, whether you attended, the tasks that you completed, and the badges and certificates that you received.</p>
        </>
      ),
    },
    {
      id: 'how-we-use-it',
      title: 'How we use it',
      body: (
        <>
          <ul>
            <li>to sign you in and to keep your account safe;</li>
            <li>to show your projects, comments and profile;</li>
            <li>to organise events: places, waiting lists, reminders, attendance;</li>
            <li>to issue badges and certificates, and to let others verify them;</li>
            <li>to send you mail about your account, your registrations and your certificates; and news, as long as you want it;</li>
            <li>to keep spam and attacks away.</li>
          </ul>
          <p>We build no profiles of you and make no automatic decisions about you.</p>
        </>
      ),
    },
    {
      id: 'no-selling',
      title: 'We do not sell data',
      body: (
        <>
          <p>
            <strong>We do not sell, rent or trade personal data.</strong> There is no advertising on this site.
          </p>
          <p>Data leaves our hands in three cases only: when you publish it yourself; when a service that we need to run the site handles it for us, such as the server’s or mail provider; and when the law obliges us.</p>
        </>
      ),
    },
    {
      id: 'security',
      title: 'Security',
      body: (
        <p>
          There are no passwords here that could be stolen. Sign-in links work once and for 15 minutes; we store them only as fingerprints. You can end all your sessions at once. Only administrators see e-mail addresses, and what administrators do is recorded. No system is perfectly safe; if something happens to your data, we will tell you and the authorities as the law demands.
        </p>
      ),
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      body: (
        <>
          <p>It is your data. You may:</p>
          <ul>
            <li>see it, and get a copy of all of it in a form that machines can read;</li>
            <li>correct what is wrong, most of it directly in your profile;</li>
            <li>have it deleted together with your account. Approved projects and comments then stay without your name, unless you ask for those to go too; certificates stay verifiable by their number;</li>
            <li>make a certificate private;</li>
            <li>object to a use of your data, and stop news by mail with one click in each of them;</li>
            <li>complain to the data protection authority where you live.</li>
          </ul>
          <p>
            To use a right that has no button yet, <Contact email={email} />. We answer within a month.
          </p>
        </>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies',
      body: (
        <>
          <p>
            <strong>This site sets no cookies.</strong> Some things are kept in your browser’s own storage and are read by this site only:
          </p>
          <ul>
            <li>your sign-in (<code>token</code>, <code>user</code>), until you log out;</li>
            <li>the light or dark theme (<code>darkMode</code>);</li>
            <li>failed sign-in attempts (<code>loginAttempts</code>, <code>lastLoginAttempt</code>), for 15 minutes;</li>
            <li>the name and colour of this community, and drafts of forms that you have not sent yet;</li>
            <li>the page that verifies files, once you have opened it, so that it works without a network; never a file that you look at there.</li>
          </ul>
          <p>
            <span>You can delete all of it in your browser’s settings.</span>
            {(google || captcha || analytics) && <span> The services named in the next section may set cookies of their own.</span>}
          </p>
        </>
      ),
    },
    {
      id: 'third-party-links',
      title: 'Third-party links',
      body: (
        <>
          <p>Projects, profiles and events link to other sites. Those have their own rules, and we do not answer for them. We mark such links.</p>
          {google || captcha || analytics ? (
            <>
              <p>These services of others are part of this site:</p>
              <ul>
                {google && <li>Google, on the sign-in page, for “Continue with Google”, and for the profile pictures of members who use it. You need not: signing in by e-mail link works without.</li>}
                {captcha && <li>{captcha}, on the forms for sign-in, submission and registration, to keep robots out. It receives your network address and what your browser tells about itself.</li>}
                {analytics && <li>A web analytics service ({hostOf(analytics.script)}), which counts page views.</li>}
              </ul>
            </>
          ) : (
            <p>Pages of this site load nothing from anybody else: no fonts, no trackers, no outside scripts. The check against robots runs on our own server.</p>
          )}
        </>
      ),
    },
    {
      id: 'children',
      title: 'Children',
      body: <p>This site is not for children under 13, and we do not knowingly keep data about them. If you know of a child that has made an account, please tell us and we will delete it.</p>,
    },
    {
      id: 'changes',
      title: 'Changes',
      body: <p>When this policy changes, the day at the top of this page changes with it. We announce changes that matter on the site or by e-mail before they take effect.</p>,
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          The people who run <bdi>{name}</bdi> are responsible for the data on this site. For anything about privacy, <Contact email={email} />. See also the <Link to={paths.terms()}>Terms of Service</Link>.
        </p>
      ),
    },
  ]
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
