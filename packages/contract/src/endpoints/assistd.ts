/** Commands to the device of a running test: document 1 §7, `/v1/safety/assistd`. */
import { z } from "zod";
import { elementTree } from "../elements.ts";
import { endpoint } from "../endpoint.ts";
import { TEST_DEVICE_ERRORS, testDeviceParams } from "./test-device.ts";
import type { ErrorName } from "../errors.ts";
import { bodyFlag, deviceApp, id, install, projectQuery, resource } from "../shapes.ts";
import { rule } from "../rules.ts";

const params = testDeviceParams;
const base = "/v1/safety/assistd/test/{test_id}/device/{device_id}";
const errors = (...more: ErrorName[]): ErrorName[] => [...TEST_DEVICE_ERRORS, ...more];
/** Android's rule for an application id; the shell never sees anything else. */
export const packageName = z
  .string()
  .max(255)
  .regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$/, rule("package_name"));

export const assistdEndpoints = {
  appInstall: endpoint({
    name: "appInstall",
    method: "POST",
    path: `${base}/app/install`,
    access: "driver",
    summary: "Start installing an app; progress comes as `install.changed` events and from appInstallList.",
    params,
    query: projectQuery,
    body: z.object({ app_id: id }),
    response: install,
    errors: errors("app_not_found", "app_not_in_project", "app_wrong_device"),
  }),
  appInstallCancel: endpoint({
    name: "appInstallCancel",
    method: "POST",
    path: `${base}/app/install/cancel`,
    access: "driver",
    summary: "Stop an installation under way. One that has finished stays as it is.",
    params,
    query: projectQuery,
    body: z.object({ install_id: id }),
    response: z.null(),
    errors: errors(),
  }),
  appInstallList: endpoint({
    name: "appInstallList",
    method: "GET",
    path: `${base}/app/install`,
    access: "viewer",
    summary: "The installations and uninstallations of this test on this device, newest first, two hundred at most.",
    params,
    query: projectQuery,
    response: z.object({ list: z.array(install) }),
    errors: ["test_not_found", "test_not_in_project", "device_not_found"],
  }),
  appUninstall: endpoint({
    name: "appUninstall",
    method: "POST",
    path: `${base}/app/uninstall`,
    access: "driver",
    summary: "Start uninstalling a package; how it goes comes as `install.changed` events and from appInstallList.",
    params,
    query: projectQuery,
    body: z.object({ package_name: packageName }),
    response: install,
    errors: errors(),
  }),
  appUninstallCancel: endpoint({
    name: "appUninstallCancel",
    method: "POST",
    path: `${base}/app/uninstall/cancel`,
    access: "driver",
    summary: "Wait for an uninstallation no longer: it ends by whether the package is on the device then.",
    params,
    query: projectQuery,
    body: z.object({ install_id: id }),
    response: z.null(),
    errors: errors(),
  }),
  deviceAppList: endpoint({
    name: "deviceAppList",
    method: "POST",
    path: `${base}/app/list`,
    access: "driver",
    summary: "The packages on the device.",
    params,
    query: projectQuery,
    response: z.object({ list: z.array(deviceApp) }),
    errors: errors(),
  }),
  appStart: endpoint({
    name: "appStart",
    method: "POST",
    path: `${base}/app/start`,
    access: "driver",
    summary: "Launch a package's main activity.",
    params,
    query: projectQuery,
    body: z.object({ package_name: packageName }),
    response: z.null(),
    errors: errors("start_app_failed"),
  }),
  appStop: endpoint({
    name: "appStop",
    method: "POST",
    path: `${base}/app/stop`,
    access: "driver",
    summary: "Force-stop a package.",
    params,
    query: projectQuery,
    body: z.object({ package_name: packageName }),
    response: z.null(),
    errors: errors(),
  }),
  appClear: endpoint({
    name: "appClear",
    method: "POST",
    path: `${base}/app/clear`,
    access: "driver",
    summary: "Delete a package's data.",
    params,
    query: projectQuery,
    body: z.object({ package_name: packageName }),
    response: z.null(),
    errors: errors(),
  }),
  screenCapture: endpoint({
    name: "screenCapture",
    method: "POST",
    path: `${base}/screen/capture`,
    access: "driver",
    summary: "Take a full-size PNG screenshot and keep it as a file of the test.",
    params,
    query: projectQuery,
    response: resource,
    errors: errors("screenshot_failed"),
  }),
  foldSet: endpoint({
    name: "foldSet",
    method: "POST",
    path: `${base}/fold/set`,
    access: "driver",
    summary: "Fold or unfold the device.",
    params,
    query: projectQuery,
    body: z.object({ folded: bodyFlag }),
    response: z.object({ folded: z.boolean() }),
    errors: errors(),
  }),
  foldGet: endpoint({
    name: "foldGet",
    method: "POST",
    path: `${base}/fold/get`,
    access: "driver",
    summary: "Whether the device is folded.",
    params,
    query: projectQuery,
    response: z.object({ folded: z.boolean() }),
    errors: errors(),
  }),
  elementTree: endpoint({
    name: "elementTree",
    method: "POST",
    path: `${base}/screen/elements`,
    access: "driver",
    summary: "What is on the screen, as accessibility services see it: texts, ids, classes, states and bounds.",
    params,
    query: projectQuery,
    /** `is_automatic`: a page reads it by itself because the picture has changed, which is no use of the device by anybody. */
    body: z.object({ is_automatic: bodyFlag.optional() }),
    response: elementTree,
    errors: errors("elements_failed"),
  }),
};
