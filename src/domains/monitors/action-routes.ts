import { z } from 'zod';
import { route } from '../../http/route.ts';
import { examplePage } from '../page.ts';
import { Uuid } from '../types.ts';
import { bulkMonitors, muteMonitor, resolveMonitor, toggleActive, unmuteMonitor } from './actions.ts';
import { example, input, monitor } from './example.ts';
import { listHistory } from './history.ts';
import { MonitorHistory, MonitorHistoryPage, MonitorPreview, MonitorPreviewInput } from './history-schema.ts';
import { previewMonitor } from './preview.ts';
import { MonitorBulk, MonitorBulkResult, MonitorMute, MonitorTest, QueryMonitor } from './schema.ts';
import { testMonitor } from './try-out.ts';

const tag = 'Monitors';
const params = z.object({ monitor_id: Uuid });
const at = '2026-01-31T12:00:00Z';

export const actionRoutes = [
  route({
    method: 'POST',
    url: '/monitors/{monitor_id}/toggle_active',
    operation: 'toggle_monitor_active',
    tag,
    permission: 'edit',
    summary: 'Stop checking a monitor, or begin again',
    params,
    result: QueryMonitor,
    errors: ['not_found'],
    example: { ...example, result: { ...monitor, current_status: 'normal', deactivated_at: at } },
    run: ({ deps, actor, params }) => toggleActive(deps, actor, params.monitor_id),
  }),
  route({
    method: 'POST',
    url: '/monitors/{monitor_id}/mute',
    operation: 'mute_monitor',
    tag,
    permission: 'edit',
    summary: 'Tell nobody for a while; the monitor is checked on',
    params,
    query: MonitorMute,
    result: QueryMonitor,
    errors: ['invalid_parameter', 'not_found'],
    example: {
      ...example,
      query: { duration_minutes: 30 },
      result: { ...monitor, muted_until: '2026-01-31T12:30:00Z' },
    },
    run: ({ deps, actor, params, query }) => muteMonitor(deps, actor, params.monitor_id, query.duration_minutes),
  }),
  route({
    method: 'POST',
    url: '/monitors/{monitor_id}/unmute',
    operation: 'unmute_monitor',
    tag,
    permission: 'edit',
    summary: 'Tell people again',
    repeatable: true,
    params,
    result: QueryMonitor,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params }) => unmuteMonitor(deps, actor, params.monitor_id),
  }),
  route({
    method: 'POST',
    url: '/monitors/{monitor_id}/resolve',
    operation: 'resolve_monitor',
    tag,
    permission: 'edit',
    summary: 'Set a monitor back to normal; the next check decides afresh',
    repeatable: true,
    params,
    result: QueryMonitor,
    errors: ['not_found'],
    example: { ...example, result: { ...monitor, current_status: 'normal' } },
    run: ({ deps, actor, params }) => resolveMonitor(deps, actor, params.monitor_id),
  }),
  route({
    method: 'POST',
    url: '/monitors/bulk',
    operation: 'bulk_monitors',
    tag,
    permission: 'edit',
    summary: 'Do one thing to many monitors; each id succeeds or fails on its own',
    effect: 'destroy',
    body: MonitorBulk,
    result: MonitorBulkResult,
    errors: ['invalid_body'],
    example: {
      body: { action: 'mute', ids: [monitor.id], duration_minutes: 60 },
      result: { succeeded: [monitor.id], failed: [] },
    },
    run: ({ deps, actor, body }) => bulkMonitors(deps, actor, body),
  }),
  route({
    method: 'GET',
    url: '/monitors/{monitor_id}/history',
    operation: 'get_monitor_history',
    tag,
    permission: 'view',
    summary: 'List what the checks of a monitor found, the newest first',
    description: 'Without a time range: all that is kept.',
    params,
    query: MonitorHistory,
    result: MonitorHistoryPage,
    errors: ['invalid_parameter', 'not_found'],
    example: {
      params: example.params,
      query: { since: '1h' },
      result: examplePage({
        slot: at,
        result: 'value',
        value: 7,
        status: 'warning',
        told: ['WARNING'],
        replayed: false,
        duration_ms: 12,
      }),
    },
    run: ({ deps, actor, params, query }) => listHistory(deps, actor, params.monitor_id, query),
  }),
  route({
    method: 'POST',
    url: '/monitors/preview',
    operation: 'preview_monitor',
    tag,
    permission: 'view',
    effect: 'read',
    summary: 'Say how a monitor would have stood over past data, without making one',
    description:
      'Runs the checks that it would have run, at most 120, through the same state machine. Without a time range: the last hour.',
    body: MonitorPreviewInput,
    result: MonitorPreview,
    errors: ['invalid_body', 'invalid_query', 'unknown_field'],
    example: {
      body: {
        query: input.query,
        alert_threshold: 20,
        trigger_less_than: false,
        check_interval_mins: 1,
        time_window_mins: 5,
      },
      result: {
        from: '2026-01-31T11:59:00Z',
        to: at,
        alerts: 1,
        warnings: 0,
        slots: [{ slot: at, result: 'value', value: 23, status: 'alerting', pending: false, told: ['ALERT'] }],
      },
    },
    run: ({ deps, actor, body, signal }) => previewMonitor(deps, actor, body, signal),
  }),
  route({
    method: 'POST',
    url: '/monitors/{monitor_id}/test',
    operation: 'test_monitor',
    tag,
    permission: 'edit',
    summary: 'Send what an alert would look like to everyone whom the monitor names',
    params,
    result: MonitorTest,
    errors: ['not_found'],
    example: {
      params: example.params,
      result: {
        notifications: [
          { id: '0198c0de-0000-8000-8000-0000000000f1', channel: 'email', address: 'oncall@example.com' },
        ],
      },
    },
    run: ({ deps, actor, params }) => testMonitor(deps, actor, params.monitor_id),
  }),
];
