import t from 'tap';
import { startApi } from '../support/api.ts';

const api = await startApi(t);

t.test('me and the project are the key’s', async (t) => {
  const project = await api.project('Shop');
  const { body } = await project.get('/me');
  t.match(body, { project_id: project.id, project: { id: project.id, title: 'Shop', time_zone: 'UTC' } });
  t.same((await project.get('/project')).body, {
    summary: body.project,
    daily_notif: false,
    weekly_notif: false,
    endpoint_alerts: false,
    error_alerts: false,
    notify_emails: [],
  });
});

t.test('a patch changes what it names, and reads back', async (t) => {
  const project = await api.project('Before');
  const patch = {
    title: 'After',
    description: 'd',
    time_zone: 'America/New_York',
    daily_notif: true,
    weekly_notif: true,
    endpoint_alerts: true,
    error_alerts: true,
    notify_emails: ['ops@example.com', 'lead@example.com'],
  };
  const { status, body } = await project.call('PATCH', '/project', patch);
  t.equal(status, 200);
  const { title, description, time_zone, ...settings } = patch;
  t.match(body, { summary: { title, description, time_zone }, ...settings });
  t.same((await project.get('/project')).body, body);
  const again = await project.call('PATCH', '/project', { daily_notif: false });
  t.match(again.body, { daily_notif: false, weekly_notif: true, summary: { title } });
  const [row] = await api.deps.sql`
    select before, after from audit_log where project_id = ${project.id} and action = 'project.update' order by id desc limit 1`;
  t.match(row, { before: { daily_notif: true }, after: { daily_notif: false } });
  t.same((await project.call('PATCH', '/project', { notify_emails: settings.notify_emails })).body, again.body);
  const none = await project.call('PATCH', '/project', { notify_emails: [] });
  t.same(none.body.notify_emails, []);
  const cleared = await project.call('PATCH', '/project', { description: null, notify_emails: null });
  t.same(cleared.body, { ...none.body, summary: { ...cleared.body.summary, description: '' } }, 'null clears');
  t.equal((await project.get('/audit?action=project.update')).body.total_count, 4, 'what changes nothing is no change');
});

t.test('what a project cannot be', async (t) => {
  const project = await api.project();
  for (const patch of [
    { title: '' },
    { title: null },
    { time_zone: null },
    { daily_notif: null },
    { time_zone: 'Mars/Olympus' },
    { time_zone: '+02:00' },
    { time_zone: '' },
    { daily_notif: 'yes' },
    { payment_plan: 'free' },
    { notify_emails: ['nobody'] },
    { description: 'x'.repeat(10_001) },
  ]) {
    t.match(
      await project.call('PATCH', '/project', patch),
      { status: 400, body: { error: { code: 'invalid_body' } } },
      JSON.stringify(patch).slice(0, 60),
    );
  }
});
