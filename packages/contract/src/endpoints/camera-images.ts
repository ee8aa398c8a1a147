/** Pictures that the cameras of a debug session's device see in place of the world: document 1 §7. */
import { z } from "zod";
import { cameraImage, cameraImageNamed } from "../camera-images.ts";
import { endpoint } from "../endpoint.ts";
import { rule } from "../rules.ts";
import { projectQuery } from "../shapes.ts";
import { TEST_DEVICE_ERRORS, testDeviceParams } from "./test-device.ts";

const path = "/v1/api/tests/{test_id}/devices/{device_id}/image";

export const cameraImageEndpoints = {
  cameraImageList: endpoint({
    name: "cameraImageList",
    method: "GET",
    path,
    access: "driver",
    summary: "The pictures that the device's cameras have now, in the order in which they see them.",
    params: testDeviceParams,
    query: projectQuery,
    response: z.object({ list: z.array(cameraImage) }),
    errors: TEST_DEVICE_ERRORS,
  }),
  cameraImageSet: endpoint({
    name: "cameraImageSet",
    method: "POST",
    path,
    access: "driver",
    summary: `Give a camera a picture, PNG or JPEG, in place of the one of that index. It sees the lowest index first and with each photo the next, then the first again. Gone at the session's end.`,
    params: testDeviceParams,
    query: projectQuery,
    body_kind: "form",
    body: cameraImageNamed.extend({ image: z.file(rule("required")) }),
    response: cameraImage.omit({ modified_at: true }),
    errors: [...TEST_DEVICE_ERRORS, "body_too_large", "camera_image_type", "camera_image_size"],
  }),
  cameraImageRemove: endpoint({
    name: "cameraImageRemove",
    method: "DELETE",
    path,
    access: "driver",
    summary: "Take a picture from a camera. Taking one that is not there changes nothing.",
    params: testDeviceParams,
    query: projectQuery.extend(cameraImageNamed.shape),
    response: z.null(),
    errors: TEST_DEVICE_ERRORS,
  }),
};
